import { isRecord } from "@reeve/contract";
import * as v from "valibot";
import type { BackupKeys, Origin, Signature } from "../keys/backup-keys.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type AnyManifest, manifestKey } from "./manifest.ts";

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
export async function writeManifest(place: ObjectStore, manifest: AnyManifest, keys: BackupKeys, signal: AbortSignal): Promise<void> {
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
  if ("problem" in result) return { problem: `is damaged, or was written by a later version: ${result.problem} is not valid` };
  // With another name, the manifest belongs to another backup, and refers to its files.
  const { manifest } = result;
  if (manifest.backup !== backup) return { problem: `belongs to another backup, ${manifest.backup}` };
  const last = origin === "own" ? keys.lastWritten(placeOf(place, backup)) : undefined;
  if (last !== undefined && Date.parse(manifest.created) < Date.parse(last)) {
    return { problem: `is of ${manifest.created}, and was put in the place of the one that this service wrote at ${last}` };
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

/**
 * Returns the manifest if it follows the rules, and otherwise the field that breaks them. Many fields become parts of paths on a node's
 * disk or of keys in a bucket, and must not lead to another place. Also refused is what two readers could understand differently, such as
 * two files with the same name.
 */
function checkManifest(manifest: unknown): { readonly manifest: AnyManifest } | { readonly problem: string } {
  const { issues, output } = v.safeParse(ManifestRules, manifest, { abortEarly: true });
  if (issues) return { problem: v.getDotPath(issues[0]) ?? "the manifest" };
  const names = output.nodes.flatMap(({ node, files, tokens }) => [
    `nodes ${node}`,
    ...files.map((file) => `files ${node} ${"path" in file ? file.path : `${file.table}/${file.name}`}`),
    // Simulated nodes may have the same tokens.
    ...(output.format === 2 ? tokens.map((token) => `tokens ${token}`) : []),
  ]);
  const twice = firstTwice(names);
  return twice === undefined ? { manifest: output as AnyManifest } : { problem: twice };
}

function firstTwice(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
const Id = matching(/^[\w-]{1,100}$/);
/** The names of keyspaces and tables, as the database itself allows them. */
const Table = matching(/^\w{1,222}\/\w{1,222}$/);
const Bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Sha256 = matching(/^[0-9a-f]{64}$/);
const Tokens = v.array(matching(/^-?\d{1,40}$/));
const node = { node: Id, host_id: Id, tokens: Tokens };

const about = {
  snapshot: Id,
  backup: matching(/^(?!\.{1,2}$)[\w.-]{1,200}$/),
  service: matching(/^[\x21-\x7e]{1,200}$/),
  created: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/),
};

const schema = (path: string) => v.looseObject({ path: v.literal(path), bytes: Bytes, sha256: Sha256 });

const ManifestRules = v.variant("format", [
  v.looseObject({
    ...{ format: v.literal(1), ...about, schema: schema("schema.json") },
    nodes: v.array(
      v.looseObject({
        ...node,
        files: v.array(
          v.looseObject({
            ...{ path: matching(/^[\w-]{1,100}\/\w{1,222}\/\w{1,222}\.jsonl$/), table: Table },
            ...{ bytes: Bytes, sha256: Sha256, rows: Bytes },
          }),
        ),
      }),
    ),
  }),
  v.looseObject({
    ...{ format: v.literal(2), ...about, schema: schema("schema.cql") },
    software: matching(/^[\x20-\x7e]{1,200}$/),
    key_spaces: v.exactOptional(v.array(matching(/^\w{1,222}$/))),
    nodes: v.array(
      v.looseObject({
        ...node,
        files: v.array(v.looseObject({ ...{ table: Table, name: matching(/^\w[\w.+-]{0,254}$/), bytes: Bytes, sha256: Sha256 } })),
      }),
    ),
  }),
]);
