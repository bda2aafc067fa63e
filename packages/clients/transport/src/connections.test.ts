import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { failureOf } from "@reeve/testing/failure-of";
import { expect, onTestFinished, test, vi } from "vitest";
import { read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import { createTransport } from "./transport.ts";

test("a program ends by itself after a call, though its transport was not closed, and keeps its own dispatcher", async () => {
  await using server = await startServer((_, response) => json(response, 200, ["orders"]));
  const program = `
    const { createTransport } = await import(${JSON.stringify(join(import.meta.dirname, "index.ts"))});
    const own = () => globalThis[Symbol.for("undici.globalDispatcher.1")];
    void globalThis.Headers;
    const before = own();
    const transport = createTransport({ url: ${JSON.stringify(server.url)} });
    const request = { method: "GET", path: "/service/kafka/v1/topics", query: "" };
    const { body } = await transport.send({ request, effect: "read" });
    console.log(JSON.stringify({ body, isOwn: own() === before }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(JSON.parse(stdout)).toEqual({ body: ["orders"], isOwn: true });
});

test("calls one after the other share a connection, which close() ends", async () => {
  let most = 0;
  await using server = await startServer((_, response) => {
    most = Math.max(most, server.connections());
    json(response, 200, []);
  });
  const transport = createTransport({ url: server.url });
  for (let calls = 0; calls < 10; calls++) await transport.send(read);
  // A connection may not be free again at once.
  expect(most).toBeLessThanOrEqual(2);
  await transport.close();
  await vi.waitFor(() => expect(server.connections()).toBe(0), 20_000);
});

test("several values of one header are one, joined", async () => {
  await using server = await startServer((_, response) => {
    const headers = ["content-type", "application/json", "vary", "accept", "vary", "origin"];
    response.writeHead(200, headers).end("[]");
  });
  const { headers } = await createTransport({ url: server.url }).send(read);
  expect(headers.get("vary")).toBe("accept, origin");
});

test("a fetch with which the program has replaced the platform's is used", async () => {
  vi.stubGlobal("fetch", async () => Response.json(["replaced"]));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { body } = await createTransport({ url: "http://cluster.invalid" }).send(read);
  expect(body).toEqual(["replaced"]);
});

test("a server that accepts a connection and never completes TLS times out before the attempt", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await using server = createServer((socket) => {
    socket.resume().on("error", () => undefined);
    for (let seconds = 0; seconds < 12; seconds++) vi.advanceTimersByTime(1_000);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const transport = createTransport({ url: `https://127.0.0.1:${port}`, retries: 0 });
  const error = await failureOf(transport.send(read));
  expect(error.message).toBe(`https://127.0.0.1:${port} cannot be reached: no connection was established (UND_ERR_CONNECT_TIMEOUT)`);
});
