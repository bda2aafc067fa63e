import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { keepInMemory } from "../state/state-folder.ts";
import { createAuthority } from "./authority.ts";
import { ownCertificate } from "./certificate.ts";
import { hostNames } from "./names.ts";

test("the certificate is for this machine and for further names, and is made again when the names change", async () => {
  const keep = keepInMemory();
  const authority = createAuthority(keep, Date.now);
  const made = (names: readonly string[]) => ownCertificate(keep, authority, hostNames("0.0.0.0", names), Date.now());
  const first = await made(["reeve", "reeve.brokers.svc"]);
  const certificate = new X509Certificate(first.cert);
  expect(["reeve", "reeve.brokers.svc", "localhost"].map((name) => certificate.checkHost(name))).toEqual([
    "reeve",
    "reeve.brokers.svc",
    "localhost",
  ]);
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(certificate.checkHost("other")).toBeUndefined();
  expect((await made(["reeve", "reeve.brokers.svc"])).cert).toBe(first.cert);
  const next = await made(["other", "localhost"]);
  expect(new X509Certificate(next.cert).checkHost("other")).toBe("other");
  expect(next.ca).toBe(first.ca);
});
