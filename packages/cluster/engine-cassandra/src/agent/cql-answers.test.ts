import { once } from "node:events";
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { makeCertificates } from "@reeve/testing/certificates";
import { expect, test } from "vitest";
import { cqlAnswers } from "./cql-answers.ts";

const { signal } = new AbortController();

/** Answers a request for options as a node does. */
function answer(socket: Socket): void {
  socket.on("error", () => undefined).on("data", () => socket.write(Buffer.from("850000000600000000", "hex")));
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

test("a node without TLS answers", async () => {
  await using server = createPlainServer(answer);
  const address = { host: "127.0.0.1", port: await portOf(server), trusted: undefined };
  expect(await cqlAnswers(address, signal)).toBe(true);
});

test("a node with TLS answers only if its certificate is verified", async () => {
  const own = await makeCertificates("localhost");
  const other = await makeCertificates("localhost");
  await using server = createTlsServer(own, answer);
  const address = { host: "localhost", port: await portOf(server) };
  expect(await cqlAnswers({ ...address, trusted: async () => own.ca }, signal)).toBe(true);
  expect(await cqlAnswers({ ...address, trusted: async () => other.ca }, signal)).toBe(false);
  expect(await cqlAnswers({ ...address, trusted: undefined }, signal)).toBe(false);
});
