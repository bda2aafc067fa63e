import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { Database } from "./database.ts";

/** Makes the secrets of instances, the same for the same instance and purpose. Nothing of them is kept but the key. */
export type SecretOf = (instance: string, purpose: string) => string;

const OWNER = "settings";
const FINGERPRINT = "secret-key";

/**
 * Opens the key that secrets are made from: a file beside the database, which only its owner can read, made when the first secret is asked for. The state
 * has its fingerprint. A state whose key is missing or is another one is refused: its nodes would not know each other any more.
 */
export function openSecretKey(folder: string | undefined, database: Pick<Database, "entries" | "write">): SecretOf {
  const file = folder === undefined ? undefined : join(folder, "secret.key");
  const known = database.entries(OWNER, FINGERPRINT)[0]?.[1];
  let key = known === undefined ? undefined : keptKey(file, String(known));

  function made(): Buffer {
    const fresh = file !== undefined && existsSync(file) ? readFileSync(file) : randomBytes(32);
    // The file first: a fingerprint without its key would refuse the state.
    if (file !== undefined) writeFileSync(file, fresh, { mode: 0o600, flush: true });
    database.write([[OWNER, FINGERPRINT, fingerprintOf(fresh)]]);
    return fresh;
  }

  return (instance, purpose) => {
    key ??= made();
    return createHmac("sha256", key)
      .update(JSON.stringify([instance, purpose]))
      .digest("base64url");
  };
}

function keptKey(file: string | undefined, fingerprint: string): Buffer {
  const lost = (what: string) =>
    new ReeveError(
      "conflict",
      `the key of the state, ${file}, is ${what}: put it back from a copy; without it the nodes cannot be reached`,
    );
  if (file === undefined || !existsSync(file)) throw lost("missing");
  const key = readFileSync(file);
  if (fingerprintOf(key) !== fingerprint) throw lost("another one than it was");
  return key;
}

function fingerprintOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("base64url");
}
