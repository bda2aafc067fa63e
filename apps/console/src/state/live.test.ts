import { afterEach, expect, test, vi } from "vitest";
import { connection, followEvents, known } from "./live.ts";
import { type ConsoleSession, ended, session } from "./session.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const event = (name: string, data: object = {}) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Answers each request for events with a stream that the test writes. */
function playEvents() {
  let isRefused = false;
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal("fetch", async () => {
    if (isRefused) return new Response(null, { status: 401 });
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) });
    return new Response(body);
  });
  const newest = () => streams.at(-1) as (typeof streams)[0];
  return {
    count: () => streams.length,
    send: async (...events: readonly string[]) => {
      newest().enqueue(new TextEncoder().encode(events.join("")));
      await vi.advanceTimersByTimeAsync(50);
    },
    refuse: () => {
      isRefused = true;
    },
    end: async () => {
      newest().close();
      await vi.advanceTimersByTimeAsync(600);
    },
  };
}

test("shows the old state until the whole new one has arrived, when a service that was restarted starts anew", async () => {
  vi.useFakeTimers();
  const stream = playEvents();
  const stop = new AbortController();
  const done = followEvents({}, stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  await stream.send(event("reset"), event("instance", { service: "old" }), event("ready"));
  expect([...known().keys()]).toEqual(["old"]);
  await stream.end();
  expect(stream.count()).toBe(2);
  await stream.send(event("reset"), event("instance", { service: "new" }));
  expect(connection.value.state).toBe("lost");
  expect([...known().keys()]).toEqual(["old"]);
  await stream.send(event("ready"), event("instance", { service: "later" }));
  expect(connection.value.state).toBe("live");
  expect([...known().keys()]).toEqual(["new", "later"]);
  stop.abort();
  await stream.end();
  await done;
});

test("asks for a login when the service ends the stream because the token has expired", async () => {
  vi.useFakeTimers();
  const stream = playEvents();
  const removeItem = vi.fn();
  vi.stubGlobal("localStorage", { removeItem });
  session.value = { headers: {}, transport: { close: async () => undefined } } as ConsoleSession;
  const done = followEvents({}, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(0);
  await stream.send(event("reset"), event("ready"));
  stream.refuse();
  expect(session.value).toBeDefined();
  await stream.end();
  await done;
  expect(session.value).toBeUndefined();
  expect(removeItem).toHaveBeenCalled();
  expect(ended.value).toBe("The login has ended. Log in again.");
});
