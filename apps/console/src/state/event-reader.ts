/** An event of the service. */
export interface ServiceEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

/** Reads server-sent events from a stream of text, piece by piece; `undefined` stands for a sign of life without an event. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServiceEvent | undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    if (blocks.length === 0) yield undefined;
    for (const block of blocks) yield eventOf(block);
  }
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
