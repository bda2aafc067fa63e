import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { failureOf } from "@reeve/testing/failure-of";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read } from "../test/exchange.ts";
import { json, startServer, type TestServer } from "../test/server.ts";
import { createTransport } from "./transport.ts";

let certificates: Certificates;
let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), "reeve trust "));

beforeAll(async () => {
  certificates = await makeCertificates("localhost");
  server = await startServer((_, response) => json(response, 200, ["orders"]), certificates);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test("a certificate authority for an http:// address is refused", () => {
  expect(() => createTransport({ url: "http://cluster.example", ca: certificates.ca })).toThrow(
    "ca: it cannot be used for http://cluster.example: without TLS, no certificate is checked; use an https:// address, or leave out the CA",
  );
});

describe("a cluster with its own certificate authority", () => {
  test.each(["another authority", "none"])(
    "is not trusted where NODE_TLS_REJECT_UNAUTHORIZED turns checks off, and %s is given",
    async (given) => {
      const { ca } = given === "none" ? { ca: undefined } : await makeCertificates("localhost");
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
      try {
        const transport = createTransport({ url: server.url, ca });
        expect((await failureOf(transport.send(read))).code).toBe("untrusted-certificate");
        await transport.close();
      } finally {
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      }
    },
  );

  test("is not trusted without it; the error says what to do, and nothing was asked", async () => {
    const error = await failureOf(createTransport({ url: server.url }).send(read));
    expect(error.code).toBe("untrusted-certificate");
    expect(error.message).toContain(
      "is signed by an authority that is not trusted here: if the cluster has its own authority, give that authority's certificate as ca",
    );
    expect(error.context.attempts).toBe(1);
    expect(server.requests).toHaveLength(0);
  });

  test("is trusted with it, as text and as a file", async () => {
    const file = join(folder, "a ca.pem");
    writeFileSync(file, `# the authority of the cluster\n${certificates.ca}`);
    for (const ca of [certificates.ca, { file }]) {
      const transport = createTransport({ url: server.url, ca });
      expect((await transport.send(read)).body).toEqual(["orders"]);
      await transport.close();
    }
  });

  test("is trusted by the transport that has it, and by no other in the same process", async () => {
    const trusting = createTransport({ url: server.url, ca: certificates.ca });
    await trusting.send(read);
    const others = [
      createTransport({ url: server.url }),
      createTransport({ url: server.url, ca: (await makeCertificates("localhost")).ca }),
    ];
    for (const other of others) expect((await failureOf(other.send(read))).code).toBe("untrusted-certificate");
    expect((await trusting.send(read)).status).toBe(200);
    await trusting.close();
  });
});

test("a certificate for another host is refused, even from a trusted authority", async () => {
  const other = await makeCertificates("elsewhere.example");
  await using wrong = await startServer((_, response) => json(response, 200, []), other);
  const error = await failureOf(createTransport({ url: wrong.url, ca: other.ca }).send(read));
  expect([error.code, error.message]).toEqual([
    "untrusted-certificate",
    `the certificate of ${wrong.url} is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)`,
  ]);
});

test("a certificate that has expired is refused", async () => {
  const old = await makeCertificates("localhost", { expired: true });
  await using late = await startServer((_, response) => json(response, 200, []), old);
  const error = await failureOf(createTransport({ url: late.url, ca: old.ca }).send(read));
  expect(error.message).toContain("has expired (CERT_HAS_EXPIRED)");
});

test.each([
  ["text that is no certificate", "not a certificate", "ca: the text holds no certificate in PEM form"],
  ["a private key", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "ca: the text holds no certificate in PEM form"],
  [
    "a certificate that is broken",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    "ca: the text holds a certificate that cannot be read",
  ],
  ["nothing", "", "ca: the text holds no certificate in PEM form"],
  ["a file that is not there", { file: "/nowhere/ca.pem" }, "ca: /nowhere/ca.pem cannot be read: there is no such file"],
])("%s is no authority, and is refused instead of ignored", async (_, ca, sentence) => {
  const error = await failureOf(createTransport({ url: server.url, ca }).send(read));
  expect([error.code, error.message]).toEqual(["bad-input", sentence]);
});
