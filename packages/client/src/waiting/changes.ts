import { isReeveError } from "@reeve/contract";
import type { Transport } from "@reeve/transport";
import { descriptionOf } from "../description.ts";
import { awaitEvents } from "../events/await-events.ts";
import type { ServiceEvent } from "../events/read-events.ts";
import { systemTime, type Time } from "./time.ts";

/** Tells when to poll again: when something has changed where the server tells that, otherwise after a pause. */
export interface Changes {
  next(between: BetweenPolls): Promise<void>;
}

interface BetweenPolls {
  /** Milliseconds to wait where nothing tells of changes. */
  readonly pause: number;
  /** Milliseconds that are left of the whole time. */
  readonly left: number;
  readonly signal: AbortSignal | undefined;
}

/** Which events tell of a change. */
export interface ChangeEvents {
  /** The name of the instance; all of the service when left out. */
  readonly service?: string;
  /** Whether an event matters; by default each does. */
  readonly matters?: (event: ServiceEvent) => boolean;
  /** Whether each change has an event, so that polls can be rare. */
  readonly isAll?: boolean;
  readonly time?: Time | undefined;
}

/** Milliseconds between two polls even where each change has an event. */
const QUIET = 30_000;

/** Changes that come together are looked at together. */
const GATHER = 500;

/** Milliseconds that the first question for events may take: it must not hold back a poll. */
const FIRST_ANSWER = 2_000;

/** Servers without events; they are asked once. */
const silent = new WeakSet<Transport>();

/** Waits for events of Reeve's own service; with other servers it only pauses. */
export function serviceChanges(
  transport: Transport,
  { service, matters = () => true, isAll = false, time = systemTime }: ChangeEvents,
): Changes {
  const of = service === undefined ? {} : { service };
  let after: string | undefined;
  let failures = 0;

  /** From here on events are reported. What is polled afterwards is newer. */
  async function begin(signal: AbortSignal | undefined): Promise<void> {
    try {
      const options = { signal, totalTimeout: FIRST_ANSWER };
      after = (await awaitEvents(transport, { ...of, after: "now", wait: 0 }, options)).next;
    } catch (thrown) {
      if (isRefusal(thrown)) silent.add(transport);
    }
  }

  async function change(signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const { events, next } = await awaitEvents(
          transport,
          { ...of, ...(after !== undefined && { after }) },
          { signal },
        );
        after = next;
        failures = 0;
        if (events.some(matters)) return;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      if (isRefusal(thrown)) silent.add(transport);
      failures++;
    }
  }

  return {
    next: async ({ pause, left, signal }) => {
      if (silent.has(transport) || failures > 1) {
        failures = 0;
        return time.sleep(pause, signal);
      }
      if (after === undefined) {
        await Promise.all([time.sleep(pause, signal), begin(signal)]);
        return;
      }
      const gathering = Math.min(pause, GATHER);
      await time.sleep(gathering, signal);
      const most = Math.min(isAll ? QUIET : pause, left) - gathering;
      if (most <= 0) return;
      const stop = new AbortController();
      const cancel = () => stop.abort(signal?.reason);
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        await Promise.race([change(stop.signal), time.sleep(most, stop.signal)]);
      } finally {
        signal?.removeEventListener("abort", cancel);
        stop.abort();
      }
    },
  };
}

/** Options with the events of a client's own service, unless the caller has given something else. A client of another make has none. */
export function withChanges<Options extends { readonly changes?: Changes | undefined; readonly time?: Time }>(
  client: object,
  options: Options,
  events: ChangeEvents = {},
): Options {
  const description = options.changes ? undefined : descriptionOf(client);
  if (!description) return options;
  const { transport, service } = description;
  return { ...options, changes: serviceChanges(transport, { service, time: options.time, ...events }) };
}

/** An answer that is none proves that there are no events; a missing one proves nothing. */
function isRefusal(thrown: unknown): boolean {
  return isReeveError(thrown) && (thrown.code === "not-found" || thrown.context.status !== undefined);
}

/** All that changes in plans is told. The database shows several plans as one, so the events of all of them matter. */
export const planChanges: ChangeEvents = {
  isAll: true,
  matters: ({ name }) => name === "plan" || name === "step" || name === "gone" || name === "reset",
};
