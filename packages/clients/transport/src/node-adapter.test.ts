import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { failureOf } from "@reeve/testing/failure-of";
import { expect, onTestFinished, test, vi } from "vitest";
import { read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import { nodeAdapter } from "./node-adapter.ts";
import { createTransport } from "./transport.ts";

test("a call loads no fetch, and a program ends by itself after it, though its transport was not closed", async () => {
  await using server = await startServer((_, response) => json(response, 200, ["orders"]));
  const from = (file: string) => JSON.stringify(join(import.meta.dirname, file));
  const program = `
    const { createTransport } = await import(${from("index.ts")});
    const { nodeAdapter } = await import(${from("node.ts")});
    const transport = createTransport({ url: ${JSON.stringify(server.url)}, adapter: nodeAdapter });
    const request = { method: "GET", path: "/service/kafka/v1/topics", query: "" };
    const { body, headers } = await transport.send({ request, effect: "read" });
    const loaded = process.moduleLoadList.some((name) => name.includes("undici"));
    console.log(JSON.stringify({ body, loaded, type: headers.get("Content-Type"), none: headers.get("constructor") }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(JSON.parse(stdout)).toEqual({ body: ["orders"], loaded: false, type: "application/json", none: null });
});

test("calls one after the other share a connection", async () => {
  let most = 0;
  await using server = await startServer((_, response) => {
    most = Math.max(most, server.connections());
    json(response, 200, []);
  });
  const transport = createTransport({ url: server.url, adapter: nodeAdapter });
  for (let calls = 0; calls < 5; calls++) await transport.send(read);
  expect([most, server.connections()]).toEqual([1, 1]);
  await transport.close();
});

test("several values of one header are one, joined", async () => {
  await using server = await startServer((_, response) => {
    response.writeHead(
      200,
      [
        ["content-type", "application/json"],
        ["vary", "accept"],
        ["vary", "origin"],
      ].flat(),
    );
    response.end("[]");
  });
  const { headers } = await createTransport({ url: server.url, adapter: nodeAdapter }).send(read);
  expect(headers.get("vary")).toBe("accept, origin");
  expect(new Headers([...headers]).get("content-type")).toBe("application/json");
});

test("a server that accepts a connection and never completes TLS times out before the attempt", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await using server = createServer((socket) => {
    socket.resume().on("error", () => undefined);
    vi.advanceTimersByTime(10_000);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const transport = createTransport({ url: `https://127.0.0.1:${port}`, adapter: nodeAdapter, retries: 0 });
  const error = await failureOf(transport.send(read));
  expect(error.message).toBe(`https://127.0.0.1:${port} cannot be reached: no connection was established (ETIMEDOUT)`);
});
