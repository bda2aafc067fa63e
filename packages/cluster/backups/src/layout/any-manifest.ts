import { isRecord } from "@reeve/contract";
import type { ObjectStore } from "../object-store/object-store.ts";
import { contentKey, type FileManifest } from "./files.ts";
import { type Manifest, manifestKey } from "./manifest.ts";

/** The manifest of a backup of simulated or real nodes. */
export type AnyManifest = Manifest | FileManifest;

/** A file of a backup, and the object in which it is stored. */
export interface FileOfBackup {
  /** The name by which messages refer to the file, such as `node-0 demo/users/nb-1-big-Data.db`. */
  readonly file: string;
  readonly object: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Reads a manifest of any format. Returns undefined if there is none, and `unreadable` if it is damaged or was written by a later version.
 */
export async function readAnyManifest(
  store: ObjectStore,
  backup: string,
  signal: AbortSignal,
): Promise<AnyManifest | "unreadable" | undefined> {
  const content = await store.get(manifestKey(backup), signal);
  if (content === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse(Buffer.from(content).toString("utf8"));
    return isManifest(manifest) ? manifest : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Returns all files of a backup: the schema and the files of the nodes. */
export function filesOf(manifest: AnyManifest): readonly FileOfBackup[] {
  const { backup, schema } = manifest;
  const own = (path: string) => `${backup}/${path}`;
  return [
    { file: "the schema", object: own(schema.path), bytes: schema.bytes, sha256: schema.sha256 },
    ...(manifest.format === 1
      ? manifest.nodes.flatMap(({ files }) =>
          files.map(({ path, bytes, sha256 }) => ({ file: path, object: own(path), bytes, sha256 })),
        )
      : manifest.nodes.flatMap(({ node, files }) =>
          files.map(({ table, name, bytes, sha256 }) => ({
            ...{ file: `${node} ${table}/${name}`, object: contentKey({ sha256 }) },
            ...{ bytes, sha256 },
          })),
        )),
  ];
}

function isManifest(given: unknown): given is AnyManifest {
  if (!isRecord(given)) return false;
  const { format, backup, service, created, snapshot, schema, nodes } = given;
  if (format !== 1 && format !== 2) return false;
  if (![backup, service, created, snapshot].every((word) => typeof word === "string")) return false;
  const named = format === 1 ? ["path", "table"] : ["table", "name"];
  return isFile(schema, ["path"]) && Array.isArray(nodes) && nodes.every((node) => isNode(node, named));
}

function isNode(given: unknown, named: readonly string[]): boolean {
  return (
    isRecord(given) &&
    [given.node, given.host_id].every((word) => typeof word === "string") &&
    Array.isArray(given.files) &&
    given.files.every((file) => isFile(file, named))
  );
}

function isFile(given: unknown, named: readonly string[]): boolean {
  return (
    isRecord(given) &&
    typeof given.bytes === "number" &&
    typeof given.sha256 === "string" &&
    named.every((name) => typeof given[name] === "string")
  );
}
