import { isReeveError } from "@reeve/contract";
import type { Transport } from "@reeve/transport";
import { descriptionOf } from "../description.ts";
import { awaitEvents, type ServiceEvent } from "../events.ts";
import { systemTime, type Time } from "./time.ts";

/** Decides when to poll again: after an event if the server sends events, otherwise after a pause. */
export interface Changes {
  next(between: BetweenPolls): Promise<void>;
}

interface BetweenPolls {
  /** How many milliseconds to wait if the server sends no events. */
  readonly pause: number;
  /** How many milliseconds are left until the wait's timeout. */
  readonly left: number;
  readonly signal: AbortSignal | undefined;
}

/** Selects the events that announce a relevant change. */
export interface ChangeEvents {
  /** The name of the instance. Default: all instances. */
  readonly service?: string;
  /** Whether an event is relevant. Default: every event is. */
  readonly matters?: (event: ServiceEvent) => boolean;
  /** Whether each relevant change is announced by an event, so that polls can be rare. */
  readonly isAll?: boolean;
  readonly time?: Time | undefined;
}

/** Milliseconds between two polls if every relevant change also arrives as an event. */
const QUIET = 30_000;

/** How many milliseconds to collect events before the next poll. */
const GATHER = 500;

/** Timeout of the first request for events in milliseconds. It is short, so that a slow server does not delay a poll. */
const FIRST_ANSWER = 2_000;

/** Servers that are known to have no events. They are not asked for events again. */
const silent = new WeakSet<Transport>();

/** Waits for events of the Reeve service. For other servers, only pauses between polls. */
export function serviceChanges(
  transport: Transport,
  { service, matters = () => true, isAll = false, time = systemTime }: ChangeEvents,
): Changes {
  const of = service === undefined ? {} : { service };
  let after: string | undefined;
  let failures = 0;

  /** Gets the current position in the stream of events, so that every later change arrives as an event. */
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
        const { events, next } = await awaitEvents(transport, { ...of, ...(after !== undefined && { after }) }, { signal });
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

/**
 * Adds the events of the client's service to the options, unless the caller has set `changes`. For objects that are not clients of this
 * package, adds nothing.
 */
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

/** Whether an error proves that the server has no events. Any error status proves it; a missing response proves nothing. */
function isRefusal(thrown: unknown): boolean {
  return isReeveError(thrown) && (thrown.code === "not-found" || thrown.context.status !== undefined);
}

/**
 * Each change of a plan is announced by an event. The database's API shows several plans as one, so the events of all plans are relevant.
 */
export const planChangeEvents: ChangeEvents = {
  isAll: true,
  matters: ({ name }) => name === "plan" || name === "step" || name === "gone" || name === "reset",
};
