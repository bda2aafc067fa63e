import { expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { startStrayServer } from "../test/stray-server.ts";
import { watchIdleConnections } from "./idle-connections.ts";
import { createTransport } from "./transport.ts";

test.each([
  ["a read", read],
  ["a change", change],
])("an unasked answer that came while this process stood still is not taken for that to %s", async (_, exchange) => {
  await using server = await startStrayServer();
  const transport = createTransport({ url: server.url });
  const asked = async (path: string) => (await transport.send({ ...exchange, request: { ...exchange.request, path } })).body;
  expect(await asked("/1")).toEqual(["/1"]);
  expect((await transport.send(read)).body).toEqual([read.request.path]);
  server.stray();
  for (const path of ["/2", "/3", "/4"]) expect(await asked(path)).toEqual([path]);
  await transport.close();
});

test("a read that follows an answer at once waits for nothing", async () => {
  let now = 0;
  const idle = watchIdleConnections(() => now);
  const isWaiting = async () => {
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    await idle.beforeSending();
    return turned;
  };
  expect(await isWaiting()).toBe(true);
  idle.answered();
  expect(await isWaiting()).toBe(false);
  now = 2;
  expect(await isWaiting()).toBe(true);
});
