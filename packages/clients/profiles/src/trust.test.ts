import { createServer as createPlain } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { failureWords } from "@reeve/testing/failure-of";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fetchAuthority, fingerprintOf, isSameFingerprint } from "./trust.ts";

let certificates: Certificates;
let other: Certificates;
let server: Server;
let url: string;
let served: () => { status?: number; body: string };
const headers: unknown[] = [];

beforeAll(async () => {
  [certificates, other] = await Promise.all([makeCertificates("localhost"), makeCertificates("localhost")]);
  served = () => ({ body: certificates.ca });
  server = createServer({ key: certificates.key, cert: certificates.cert }, (request, response) => {
    headers.push(request.headers);
    const { status = 200, body } = request.url === "/base/ca/dcos-ca.crt" ? served() : { status: 404, body: "" };
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/base/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const withServed = async <Value>(body: string, work: () => Promise<Value>, status = 200): Promise<Value> => {
  const before = served;
  served = () => ({ status, body });
  try {
    return await work();
  } finally {
    served = before;
  }
};

describe("the certificate authority of a cluster", () => {
  test("is shown with what a person needs to decide, and nothing is sent along", async () => {
    const authority = await fetchAuthority(url);
    expect(authority).toMatchObject({
      subject: "CN=A private authority",
      issuer: "CN=A private authority",
      verification: true,
    });
    expect(authority.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(authority.fingerprint).toBe(fingerprintOf(certificates.ca));
    expect(authority.pem.trim()).toMatch(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/);
    expect(Date.parse(authority.validTo)).toBeGreaterThan(Date.parse(authority.validFrom));
    expect(JSON.stringify(headers)).not.toMatch(/authorization|cookie/i);
  });

  test("that has not signed the cluster's certificate is reported", async () => {
    const authority = await withServed(other.ca, () => fetchAuthority(url));
    expect(authority.verification).toBe("the cluster's certificate is signed by another authority");
    const byNumber = await fetchAuthority(url.replace("localhost", "127.0.0.1"));
    expect(byNumber.verification).toBe("the cluster's certificate is for another host name");
  });

  test("is not trusted either where NODE_TLS_REJECT_UNAUTHORIZED turns checks off", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    try {
      const authority = await withServed(other.ca, () => fetchAuthority(url));
      expect(authority.verification).toBe("the cluster's certificate is signed by another authority");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("may come as bytes", async () => {
    const der = Buffer.from(certificates.ca.replace(/-----[^-]+-----|\s/g, ""), "base64");
    const before = served;
    served = () => ({ body: der as unknown as string });
    expect((await fetchAuthority(url)).fingerprint).toBe(fingerprintOf(certificates.ca));
    served = before;
  });

  test.each([
    ["a page", () => "<html></html>", 200, "it is not a certificate"],
    [
      "two certificates",
      () => certificates.ca + other.ca,
      200,
      "the answer contains 2 certificates instead of one: give the CA's file with --ca",
    ],
    ["nothing", () => "", 404, "it answered 404"],
    ["very much", () => "x".repeat(300_000), 200, "its answer is too large"],
  ])("cannot be had from %s", async (_, body, status, reason) => {
    const failure = await withServed(body(), () => failureWords(fetchAuthority(url)), status);
    expect(failure).toContain(`cannot get the authority of ${url}ca/dcos-ca.crt: ${reason}`);
  });

  test("is not found at a plain HTTP address, nor where no server listens", async () => {
    expect(await failureWords(fetchAuthority("http://localhost"))).toBe(
      "bad-input: a certificate authority can only be fetched from an https:// address",
    );
    const gone = createPlain();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(await failureWords(fetchAuthority(`https://127.0.0.1:${port}`))).toBe(
      `unreachable: https://127.0.0.1:${port} cannot be reached (ECONNREFUSED)`,
    );
  });

  test("is cancelled by a signal", async () => {
    const controller = new AbortController();
    const before = served;
    served = () => {
      controller.abort();
      return before();
    };
    expect(await failureWords(fetchAuthority(url, controller.signal))).toBe("cancelled: cancelled: nothing was trusted");
    served = before;
  });
});

test("fingerprints are compared however they are written", () => {
  const fingerprint = fingerprintOf(certificates.ca);
  expect(isSameFingerprint(fingerprint, `SHA256:${fingerprint.replaceAll(":", "").toLowerCase()}`)).toBe(true);
  expect(isSameFingerprint(fingerprint, fingerprintOf(other.ca))).toBe(false);
  expect(isSameFingerprint("", "")).toBe(false);
  expect(isSameFingerprint("3F:9A", "3F:9A")).toBe(false);
  expect(() => fingerprintOf("nothing")).toThrow("cannot get the authority of the text: it is not a certificate");
});
