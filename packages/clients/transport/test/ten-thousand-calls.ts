// Run with --expose-gc: prints how much memory remains in use after ten thousand calls that share one signal.
import { getEventListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { createTransport } from "../src/transport.ts";
import { read } from "./exchange.ts";
import { json, startServer } from "./server.ts";

await using server = await startServer((_, response) => json(response, 200, []));
const transport = createTransport({ url: server.url });
const { signal } = new AbortController();

await calls(2_000);
const before = await settledHeap();
await calls(8_000);
const grownBytes = (await settledHeap()) - before;
const timers = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
const listeners = getEventListeners(signal, "abort").length;
console.log(JSON.stringify({ grownBytes, listeners, timers, connections: server.connections() }));

async function calls(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => transport.send(read, { signal })));
  }
  // Empties the server's record of requests, so that it does not count as memory in use.
  (server.requests as unknown[]).length = 0;
}

/** Finalizers need a few turns of the event loop before objects are freed. */
async function settledHeap(): Promise<number> {
  for (let round = 0; round < 10; round++) {
    globalThis.gc?.();
    await setTimeout(20);
  }
  return process.memoryUsage().heapUsed;
}
