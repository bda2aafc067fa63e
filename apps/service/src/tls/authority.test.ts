import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:tls";
import type { CertificateAuthority } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { keepInMemory } from "../state/state-folder.ts";
import { createAuthority } from "./authority.ts";
import { CA_FILE, CA_KEY_FILE, NODE_AUTHORITY } from "./names.ts";

const YEAR = 365 * 86_400_000;

/** What a client that trusts an authority finds out at the address of a server. */
async function handshake(authority: CertificateAuthority, hosts: readonly string[], ca: string): Promise<string> {
  await using server = createServer(await authority.issue(hosts)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port, ca });
  try {
    await once(socket, "secureConnect");
    return "verified";
  } catch (error) {
    return String((error as { readonly code?: unknown }).code);
  } finally {
    socket.destroy();
  }
}

test("a client that trusts the authority accepts its certificates, but only for the named addresses", async () => {
  const authority = createAuthority(keepInMemory(), Date.now);
  const other = createAuthority(keepInMemory(), Date.now);
  const ca = await authority.certificate();
  expect(await handshake(authority, ["127.0.0.1", "node-0.example"], ca)).toBe("verified");
  expect(await handshake(authority, ["127.0.0.2"], ca)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(await handshake(authority, ["127.0.0.1"], await other.certificate())).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
});

test("concurrent requests make a single authority, which is stored", async () => {
  const keep = keepInMemory();
  const authority = createAuthority(keep, Date.now);
  const [first, second] = await Promise.all([authority.certificate(), authority.certificate()]);
  expect(second).toBe(first);
  expect(keep.read(CA_FILE)).toBe(first);
  expect(await createAuthority(keep, Date.now).certificate()).toBe(first);
});

test("certificates of nodes end after a year, and are valid with each newer certificate of the authority", async () => {
  const keep = keepInMemory();
  let now = Date.now();
  const authority = createAuthority(keep, () => now);
  const first = await authority.certificate();
  const old = new X509Certificate((await authority.issue(["127.0.0.1"])).cert);
  expect(Math.abs(old.validToDate.getTime() - now - YEAR)).toBeLessThan(2000);
  now += 4 * YEAR;
  expect(await authority.certificate()).toBe(first);
  now += 2 * YEAR;
  const newer = new X509Certificate(await authority.certificate());
  expect(newer.validToDate.getTime() - now).toBeGreaterThan(9 * YEAR);
  expect([old.checkIssued(newer), old.verify(newer.publicKey)]).toEqual([true, true]);
  // Clients that have the earlier certificate verify new nodes, too.
  const recent = new X509Certificate((await authority.issue(["127.0.0.1"])).cert);
  expect(recent.verify(new X509Certificate(first).publicKey)).toBe(true);
  expect(keep.read(CA_FILE)).toBe(newer.toString());
});

test("an authority without its key is made again", async () => {
  const keep = keepInMemory();
  const first = await createAuthority(keep, Date.now).certificate();
  keep.remove(CA_KEY_FILE);
  expect(await createAuthority(keep, Date.now).certificate()).not.toBe(first);
});

test("the authority of the service does not sign for nodes, and that of the nodes not for the service", async () => {
  const keep = keepInMemory();
  const service = createAuthority(keep, Date.now);
  const nodes = createAuthority(keep, Date.now, NODE_AUTHORITY);
  expect(await handshake(nodes, ["127.0.0.1"], await nodes.certificate())).toBe("verified");
  expect(await handshake(nodes, ["127.0.0.1"], await service.certificate())).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  expect(await handshake(service, ["127.0.0.1"], await nodes.certificate())).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
});
