import { type AddressInfo, createServer, type Socket } from "node:net";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import { createTransport } from "./transport.ts";

const clock = { now: Date.now, random: () => 0 };

/** A server that answers each request with the given bytes, and counts requests. */
async function startRaw(answer: (socket: Socket, request: number) => void) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      for (const request of String(data).matchAll(/^[A-Z]+ \S+ HTTP\/1\.1\r$/gm)) {
        requests.push(request[0]);
        answer(socket, requests.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => [...sockets].filter((socket) => !socket.destroyed).length,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ok = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]";
const status = (line: string) => `HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`;

describe("a change is sent once", () => {
  test.each([
    ["421 Misdirected Request", "bad-input", "the server refused the request (421)"],
    ["407 Proxy Authentication Required", "unreachable", "requires a user and a password"],
  ])("where the answer is %s, whatever fetch makes of it; so is a read", async (line, code, words) => {
    await using server = await startRaw((socket) => socket.write(status(line)));
    const transport = createTransport({ url: server.url, clock });
    for (const [sent, exchange] of [change, { ...change, effect: "destroy" as const }, read].entries()) {
      const error = await failureOf(transport.send(exchange));
      expect([error.code, error.context.attempts, error.context.status]).toEqual([code, 1, Number(line.slice(0, 3))]);
      expect(error.message).toContain(words);
      expect(server.requests).toHaveLength(sent + 1);
    }
  });

  test("and where a proxy refuses it, the rest of the answer is not awaited", async () => {
    await using server = await startRaw((socket) => socket.write(status("407 Proxy Authentication Required").replace(": 0", ": 9")));
    const error = await failureOf(createTransport({ url: server.url, clock, timeout: 5_000 }).send(change));
    expect([error.context.status, server.requests.length]).toEqual([407, 1]);
    await expect.poll(server.connections).toBe(0);
  });

  test("over a connection of its own, whatever connections are open", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const transport = createTransport({ url: server.url });
    await transport.send(read);
    for (const exchange of [change, read, change]) await transport.send(exchange);
    expect(server.requests.map(({ headers }) => headers.connection)).toEqual(["keep-alive", "close", "keep-alive", "close"]);
    await transport.close();
  });

  test("where a kept connection is closed as soon as it is read", async () => {
    await using server = await startRaw((socket, count) => (count === 1 ? socket.write(ok) : socket.end()));
    const transport = createTransport({ url: server.url, clock });
    await transport.send(read);
    expect((await failureOf(transport.send(change))).code).toBe("unreachable");
    expect(server.requests).toHaveLength(2);
  });
});

describe("a call ends within its limit", () => {
  const answers: [string, (socket: Socket) => void, string, RegExp][] = [
    [
      "101, unasked",
      (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
      "unreachable",
      /cannot be reached/,
    ],
    ["101 and nothing else", (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"), "unreachable", /./],
    [
      "informational answers without end",
      (socket) => {
        const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 10);
        socket.once("close", () => clearInterval(timer));
      },
      "timed-out",
      /no answer within 1 s/,
    ],
    ["an answer that is not HTTP", (socket) => socket.write("not HTTP at all\r\n\r\n"), "unreachable", /not HTTP/],
    ["headers that do not end", (socket) => socket.write("HTTP/1.1 200 OK\r\nx: y\r\n"), "timed-out", /./],
    ["a body that does not end", (socket) => socket.write(ok.replace(": 2", ": 9")), "timed-out", /./],
  ];
  test.each(answers)("that is answered with %s", async (_, answer, code, words) => {
    await using server = await startRaw(answer);
    const transport = createTransport({ url: server.url, clock, timeout: 1_000, totalTimeout: 60_000 });
    const error = await failureOf(transport.send(change));
    expect([error.code, error.context.attempts]).toEqual([code, 1]);
    expect(error.message).toMatch(words);
    expect(server.requests).toHaveLength(1);
    await transport.close();
  });

  test("also where the caller cancels", async () => {
    await using server = await startRaw((socket) => socket.write("HTTP/1.1 102 Processing\r\n\r\n"));
    const caller = new AbortController();
    const work = failureOf(createTransport({ url: server.url }).send(change, { signal: caller.signal }));
    setTimeout(() => caller.abort(), 50);
    expect((await work).code).toBe("cancelled");
  });
});

describe("a connection that speaks unasked", () => {
  const stray = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n["stray"]';

  test.each([
    ["together with an answer", (socket: Socket) => socket.write(ok + stray)],
    ["after an answer", (socket: Socket) => socket.write(ok, () => setTimeout(() => socket.write(stray), 20))],
  ])("%s answers nothing else", async (_, answer) => {
    const heard = Promise.withResolvers<void>();
    await using server = await startRaw((socket, count) => {
      if (count > 1) return void socket.write(ok);
      answer(socket);
      setTimeout(heard.resolve, 60);
    });
    const transport = createTransport({ url: server.url, clock });
    expect((await transport.send(read)).body).toEqual([]);
    await heard.promise;
    for (const exchange of [change, read, change]) expect((await transport.send(exchange)).body).toEqual([]);
    await transport.close();
  });

  test("to say that it was idle for too long is not taken for the answer to a change", async () => {
    const heard = Promise.withResolvers<void>();
    await using server = await startRaw((socket, count) => {
      socket.write(ok);
      if (count > 1) return;
      setTimeout(() => socket.write(status("408 Request Timeout\r\nconnection: close"), () => heard.resolve()), 20);
    });
    const transport = createTransport({ url: server.url, clock });
    await transport.send(read);
    await heard.promise;
    // biome-ignore lint/plugin: no event tells that the client has received the bytes
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await transport.send(change)).status).toBe(200);
    await transport.close();
  });
});
