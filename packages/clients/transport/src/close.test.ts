import { password } from "@reeve/auth";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { failureOf } from "@reeve/testing/failure-of";
import { beforeAll, expect, test, vi } from "vitest";
import { PASSWORD } from "../test/cluster.ts";
import { read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import type { TransportOptions } from "./options.ts";
import { createTransport } from "./transport.ts";

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates("localhost");
});

const credentials = password({ uid: "robot", password: PASSWORD });

test.each<[string, Partial<TransportOptions>]>([
  ["a login", { credentials }],
  ["an answer", {}],
])("a call that waits for %s fails, and leaves nothing open", async (_, options) => {
  const asked = Promise.withResolvers<void>();
  await using server = await startServer(() => asked.resolve(), certificates);
  const transport = createTransport({ url: server.url, ca: certificates.ca, ...options });
  const work = failureOf(transport.send(read));
  await asked.promise;
  await transport.close();
  const error = await work;
  expect([error.code, error.message]).toEqual(["cancelled", "the transport was closed"]);
  await vi.waitFor(() => expect(server.connections()).toBe(0), 20_000);
});

test("a call that waits between two attempts fails, and opens nothing afterwards", async () => {
  await using server = await startServer((_, response) => json(response, 503, {}, { "retry-after": "1" }), certificates);
  const pausing = Promise.withResolvers<void>();
  const transport = createTransport({
    url: server.url,
    ca: certificates.ca,
    observe: ({ kind }) => kind === "retry" && pausing.resolve(),
  });
  const work = failureOf(transport.send(read));
  await pausing.promise;
  await transport.close();
  expect((await work).message).toBe("the transport was closed");
  await vi.waitFor(() => expect(server.connections()).toBe(0), 20_000);
  expect(server.requests).toHaveLength(1);
});

test("a transport that is closed sends nothing more, and may be closed again", async () => {
  await using server = await startServer((_, response) => json(response, 200, []));
  const transport = createTransport({ url: server.url });
  await transport.send(read);
  await transport.close();
  await transport.close();
  const error = await failureOf(transport.send(read));
  expect([error.code, error.message, error.context.attempts]).toEqual(["cancelled", "the transport was closed", 0]);
  expect(server.requests).toHaveLength(1);
});

test("one that is closed before its first call has ever opened anything leaves nothing open", async () => {
  await using server = await startServer((_, response) => json(response, 200, []), certificates);
  const transport = createTransport({ url: server.url, ca: certificates.ca });
  const work = failureOf(transport.send(read));
  await transport.close();
  expect((await work).code).toBe("cancelled");
  expect(server.requests).toHaveLength(0);
  await vi.waitFor(() => expect(server.connections()).toBe(0), 20_000);
});
