import { createServer } from "node:net";
import { expect, test } from "vitest";
import { portOf } from "../../test/fake-daemons.ts";
import { delimited, message, readDelimited, readFields } from "./protobuf.ts";
import { RemoteFailure, rpc } from "./rpc.ts";

/** Makes a fake daemon that answers every call with these messages and records the requests. */
async function daemon(...answer: readonly Buffer[]) {
  const server = createServer();
  const sent: Buffer[] = [];
  server.on("connection", (socket) => {
    socket.on("data", (piece) => {
      sent.push(piece);
      const content = Buffer.concat(answer.map(delimited));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(content.length);
      // The answer is sent in two pieces, because the network may split a message anywhere.
      socket.write(length);
      setTimeout(() => socket.write(content), 5);
    });
  });
  const port = await portOf(server);
  const call = () =>
    rpc({
      host: "127.0.0.1",
      port,
      protocol: "a.Protocol",
      method: "doIt",
      user: "root",
      timeout: 2000,
      signal: new AbortController().signal,
    });
  return { call, sent };
}

test("a call says who calls which method, and the fields of the answer are read", async () => {
  const { call, sent } = await daemon(message({ 1: 0, 2: 0 }), message({ 1: 300, 2: "text" }));
  const fields = await call();
  expect(fields.get(1)).toBe(300n);
  expect(String(fields.get(2))).toBe("text");
  const bytes = Buffer.concat(sent);
  expect(bytes.subarray(0, 7).toString("latin1")).toBe("hrpc\u0009\u0000\u0000");
  const context = 7 + 4;
  const [, who = Buffer.alloc(0)] = readDelimited(bytes.subarray(context, context + bytes.readUInt32BE(7)));
  expect(String(readFields(who).get(3))).toBe("a.Protocol");
});

test("an exception of the daemon has its name and the first line of its text", async () => {
  const { call } = await daemon(message({ 1: 0, 2: 1, 4: "java.io.IOException", 5: "java.io.IOException: not now\n\tat a.B" }));
  const failure = await call().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RemoteFailure);
  expect(failure).toMatchObject({ exception: "java.io.IOException", message: "not now" });
});
