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
export function eventsIn(text: string): readonly (ServiceEvent | undefined)[] {
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
