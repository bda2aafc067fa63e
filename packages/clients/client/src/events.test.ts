import { expect, test } from "vitest";
import { readEvents } from "./events.ts";

async function eventsIn(...pieces: readonly string[]) {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

test("events are read wherever the stream is cut", async () => {
  const text = 'retry: 2000\nevent: reset\ndata: {}\n\nid: p-1\nevent: node\ndata: {"node":"ä: b"}\n\n: still there\n\n';
  const whole = [
    { id: undefined, name: "reset", data: {} },
    { id: "p-1", name: "node", data: { node: "ä: b" } },
  ];
  for (let cut = 0; cut <= text.length; cut++) {
    const events = await eventsIn(text.slice(0, cut), text.slice(cut));
    expect(events.filter((event) => event !== undefined)).toEqual(whole);
  }
});

test("a comment is a sign of life", async () => {
  expect(await eventsIn(": still there\n\n")).toEqual([undefined]);
});
