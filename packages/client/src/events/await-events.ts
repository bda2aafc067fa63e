import { buildRequest, ReeveError } from "@reeve/contract";
import { watchEvents } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";
import { eventsIn, type ServiceEvent } from "./read-events.ts";

/** Which events to wait for. */
export interface EventsInput {
  /** Only events of this instance. */
  readonly service?: string;
  /** `next` of an earlier answer, or `now` for what happens from now on; all that there is comes first when left out. */
  readonly after?: string;
  /** Seconds after which the answer comes even if nothing has happened, at most 60. Default 30. */
  readonly wait?: number;
}

/** Some events, and where to go on after them. */
export interface EventsAnswer {
  readonly events: readonly ServiceEvent[];
  readonly next: string;
}

/** Waits for the next events of Reeve's own service. Throws `not-found` where the server is another. */
export async function awaitEvents(
  transport: Transport,
  { wait = 30, ...input }: EventsInput = {},
  options: CallOptions = {},
): Promise<EventsAnswer> {
  const request = buildRequest(watchEvents, { revision: "any", service: "", input: { ...input, wait } });
  const timeout = wait * 1000 + FOR_THE_ANSWER;
  const { effect } = watchEvents;
  const { headers, text } = await transport.send({ request, effect, operation: "events", timeout }, options);
  const next = headers.get(NEXT);
  if (next === null) throw new ReeveError("not-found", `${transport.url} is no service of reeve up: it has no events`);
  return { events: eventsIn(text).filter((event) => event !== undefined), next };
}

/** Where to go on. */
const NEXT = "reeve-events-next";

/** Milliseconds that an answer may take beyond the wait. */
const FOR_THE_ANSWER = 10_000;
