import { buildRequest, ReeveError } from "@reeve/contract";
import { watchEvents } from "@reeve/scheduler-models";
import type { CallOptions, Transport } from "@reeve/transport";

/** Selects the events to wait for. */
export interface EventsInput {
  /** Selects only events of this instance. */
  readonly service?: string;
  /**
   * The position after which to begin: `next` of an earlier result, or `now` to skip the current state. By default the current state comes
   * first.
   */
  readonly after?: string;
  /** How many seconds to wait before the server responds without an event, at most 60. Default 30. */
  readonly wait?: number;
}

/** Events, and the position after them. */
export interface EventsAnswer {
  readonly events: readonly ServiceEvent[];
  readonly next: string;
}

/** Waits for the next events of the Reeve service. Throws `not-found` for other servers. */
export async function awaitEvents(
  transport: Transport,
  { wait = 30, ...input }: EventsInput = {},
  options: CallOptions = {},
): Promise<EventsAnswer> {
  const request = buildRequest(watchEvents, { revision: "any", service: "", input: { ...input, wait } });
  const timeout = wait * 1000 + FOR_THE_ANSWER;
  const { effect } = watchEvents;
  const media = "text/event-stream";
  const { headers, text } = await transport.send({ request, effect, media, operation: "events", timeout }, options);
  const next = headers.get(NEXT);
  if (next === null)
    throw new ReeveError("not-found", `the service at ${transport.url} was not started by reeve up, so it sends no events`);
  return { events: eventsIn(text).filter((event) => event !== undefined), next };
}

/** The header with the position after the last event. */
const NEXT = "reeve-events-next";

/** How many milliseconds longer than `wait` the response may take. */
const FOR_THE_ANSWER = 10_000;

/** An event of the Reeve service. */
export interface ServiceEvent {
  /** The position after the event; undefined if the event has no position. */
  readonly id: string | undefined;
  /** One of `instance`, `node`, `plan`, `step`, `gone`, `reset`, `ready`. */
  readonly name: string;
  readonly data: unknown;
}

/** Reads server-sent events from a stream as they arrive; yields `undefined` for a heartbeat. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServiceEvent | undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const end = text.lastIndexOf("\n\n") + 1;
    if (end > 0) yield* eventsIn(text.slice(0, end));
    else yield undefined;
    text = text.slice(end);
  }
}

/** The events in a text that ends with a complete event. Each block without an event gives `undefined`. */
function eventsIn(text: string): readonly (ServiceEvent | undefined)[] {
  return text.split("\n\n").flatMap((block) => (block.trim() === "" ? [] : [eventOf(block)]));
}

function eventOf(block: string): ServiceEvent | undefined {
  let id: string | undefined;
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === "id") id = value;
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return data.length === 0 ? undefined : { id, name, data: JSON.parse(data.join("\n")) };
}
