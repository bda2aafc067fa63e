import { isRecord } from "@reeve/contract";
import type { BackupKeys, Origin, Signature } from "../keys/backup-keys.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type AnyManifest, manifestKey } from "./manifest.ts";
import { checkManifest } from "./manifest-rules.ts";

/** A manifest as it was read from a bucket, with what its signature proves. */
export interface ReadManifest {
  readonly manifest: AnyManifest;
  readonly origin: Origin;
  /** The public key of the signature; undefined if there is no signature. */
  readonly key: string | undefined;
}

/** Why a manifest cannot be used, in words for messages. */
export interface Unreadable {
  readonly problem: string;
}

/** Signs a manifest and stores it, which completes the backup. */
export async function writeManifest(
  place: ObjectStore,
  manifest: AnyManifest,
  keys: BackupKeys,
  signal: AbortSignal,
): Promise<void> {
  const signature = keys.sign(JSON.stringify(manifest));
  const content = JSON.stringify({ ...manifest, signature }, undefined, 2);
  await place.put(manifestKey(manifest.backup), Buffer.from(content), signal);
  keys.wrote(placeOf(place, manifest.backup), manifest.created);
}

/** Reads the manifest of a backup. Returns undefined if there is none. Nothing in the manifest is used before its signature is checked. */
export async function readManifest(
  place: ObjectStore,
  backup: string,
  keys: BackupKeys,
  signal: AbortSignal,
): Promise<ReadManifest | Unreadable | undefined> {
  const content = await place.get(manifestKey(backup), signal);
  if (content === undefined) return undefined;
  const read = parsed(content);
  if (!isRecord(read)) return { problem: "is not JSON" };
  // The signature covers the value that was parsed, so the order and the names of all fields, but not the white space between them.
  const { signature: sent, ...unsigned } = read;
  const signature = sent === undefined ? undefined : asSignature(sent);
  const origin = keys.originOf(JSON.stringify(unsigned), signature);
  if (origin === "invalid") return { problem: "was changed after it had been signed" };
  const result = checkManifest(unsigned);
  if ("problem" in result)
    return { problem: `is damaged, or was written by a later version: ${result.problem} is not valid` };
  // With another name, the manifest belongs to another backup, and refers to its files.
  const { manifest } = result;
  if (manifest.backup !== backup) return { problem: `belongs to another backup, ${manifest.backup}` };
  const last = origin === "own" ? keys.lastWritten(placeOf(place, backup)) : undefined;
  if (last !== undefined && Date.parse(manifest.created) < Date.parse(last)) {
    return {
      problem: `is of ${manifest.created}, and was put in the place of the one that this service wrote at ${last}`,
    };
  }
  return { manifest, origin, key: signature?.key };
}

/** Where a backup is stored, in the records of written backups. */
const placeOf = ({ place }: ObjectStore, backup: string) => `${backup} in ${place}`;

function asSignature(sent: unknown): Signature {
  const { key, value } = isRecord(sent) ? sent : {};
  return { key: String(key), value: String(value) };
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return undefined;
  }
}
