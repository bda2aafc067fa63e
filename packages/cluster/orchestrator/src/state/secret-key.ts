import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { Database } from "./database.ts";

/** Derives secrets of instances. The same instance and purpose always give the same secret, so only the key is stored. */
export type SecretOf = (instance: string, purpose: string) => string;

const OWNER = "settings";
const FINGERPRINT = "secret-key";

/**
 * Opens the key from which secrets are derived. The key is a private file next to the database, which is created for the first secret. The
 * database contains the key's fingerprint. If the file is missing or has been replaced, this fails, because the service could no longer log
 * in to the nodes.
 */
export function openSecretKey(folder: string | undefined, database: Pick<Database, "entries" | "write">): SecretOf {
  const file = folder === undefined ? undefined : join(folder, "secret.key");
  const known = database.entries(OWNER, FINGERPRINT)[0]?.[1];
  let key = known === undefined ? undefined : keptKey(file, String(known));

  function made(): Buffer {
    const fresh = file !== undefined && existsSync(file) ? readFileSync(file) : randomBytes(32);
    // The key file is written before the fingerprint, because a state with a fingerprint but no key would be unusable.
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
      `the secret key ${file} is ${what}: restore the file from a backup; the nodes' passwords are derived from this key, so without it the service cannot log in to the nodes`,
    );
  if (file === undefined || !existsSync(file)) throw lost("missing");
  const key = readFileSync(file);
  if (fingerprintOf(key) !== fingerprint) throw lost("not the key with which the state was created");
  return key;
}

function fingerprintOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("base64url");
}
