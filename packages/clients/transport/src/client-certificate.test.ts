import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { failureOf } from "@reeve/testing/failure-of";
import { beforeAll, describe, expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { createTransport } from "./transport.ts";

let certificates: Certificates;

beforeAll(async () => {
  certificates = await makeCertificates("localhost");
});

/** A server that requires a client certificate. */
async function startGuarded(maxVersion: "TLSv1.2" | "TLSv1.3") {
  let requests = 0;
  const trust = { ...certificates, requestCert: true, rejectUnauthorized: true, maxVersion };
  const server = createServer(trust, (_, response) => {
    requests++;
    response.end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(["TLSv1.2", "TLSv1.3"] as const)("a server that asks for a certificate, with %s", (version) => {
  test("gets the one that is given, also with line breaks written as in a variable", async () => {
    await using server = await startGuarded(version);
    const oneLine = (text: string) => text.replaceAll("\n", "\\n");
    const { ca, cert, key } = certificates;
    for (const pair of [
      { cert, key },
      { cert: oneLine(cert), key: oneLine(key) },
    ]) {
      const transport = createTransport({ url: server.url, ca: oneLine(ca), ...pair });
      expect((await transport.send(change)).status).toBe(200);
      await transport.close();
    }
    expect(server.requests()).toBe(2);
  });

  test("is said to want one where none is given, and is not asked again", async () => {
    await using server = await startGuarded(version);
    const transport = createTransport({ url: server.url, ca: certificates.ca, retries: 0 });
    const error = await failureOf(transport.send(read));
    // TLS 1.2 has no alert for a missing certificate.
    const [code, words] =
      version === "TLSv1.3"
        ? ["unauthenticated", `${server.url} requires a client certificate: give it as cert, with its key`]
        : ["unreachable", "if the server requires a client certificate, give cert and key"];
    expect([error.code, error.context.attempts]).toEqual([code, 1]);
    expect(error.message).toContain(words);
    expect(server.requests()).toBe(0);
    await transport.close();
  });
});

test("a gateway that says on a page that it wants a certificate is understood", async () => {
  const { startServer } = await import("../test/server.ts");
  await using gateway = await startServer((_, response) => {
    response.writeHead(400, { "content-type": "text/html" });
    response.end("<html><center>No required SSL certificate was sent</center></html>");
  });
  const error = await failureOf(createTransport({ url: gateway.url }).send(read));
  expect(error.code).toBe("unauthenticated");
  expect(error.message).toContain("the server requires a client certificate: give it as cert, with its key (400)");
});

describe("a key", () => {
  test.each([
    ["RSA", () => generateKeyPairSync("rsa", { modulusLength: 2048 }), ["pkcs8", "pkcs1"]],
    ["EC", () => generateKeyPairSync("ec", { namedCurve: "P-384" }), ["pkcs8", "sec1"]],
    ["Ed25519", () => generateKeyPairSync("ed25519"), ["pkcs8"]],
  ] as const)("of %s is read in each of its forms, and refused where it is not that of the certificate", async (_, make, forms) => {
    const { privateKey } = make();
    for (const type of forms) {
      const key = privateKey.export({ type, format: "pem" } as { type: "pkcs8"; format: "pem" }).toString();
      const error = await failureOf(createTransport({ url: "https://localhost:1", cert: certificates.cert, key }).send(read));
      expect([error.code, error.message]).toEqual(["bad-input", "key: does not belong to the certificate in cert"]);
    }
  });

  const encrypted = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
    .toString();

  test.each([
    ["without a certificate", { key: "x" }, "cert: missing; a key without its certificate cannot be used"],
    ["that is missing", { cert: "x" }, "key: missing; a certificate without its key cannot be used"],
    ["whose certificate is invalid", { cert: "x", key: "x" }, "cert: expected a certificate as PEM text"],
    [
      "that is invalid",
      { key: "s3cret", cert: "" },
      "key: expected a private key as PEM text: RSA, EC or Ed25519, as PKCS#8, PKCS#1 or SEC1",
    ],
    ["that is encrypted", { key: encrypted, cert: "" }, "key: it is encrypted: decrypt it first"],
  ])("%s is refused with what is expected, and nothing is sent", async (_, pair, sentence) => {
    const given = "cert" in pair && pair.cert === "" ? { ...pair, cert: certificates.cert } : pair;
    const error = await failureOf(createTransport({ url: "https://localhost:1", ...given }).send(read));
    expect(error.code).toBe("bad-input");
    expect(error.message).toContain(sentence);
    expect(error.message).not.toContain("s3cret");
  });
});
