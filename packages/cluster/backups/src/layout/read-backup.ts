import { ReeveError } from "@reeve/contract";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type BackupFile, isIntact, type Manifest, manifestKey } from "./manifest.ts";

/** Reads the manifest of a backup of simulated nodes. Returns undefined if the backup does not exist or is incomplete. */
export async function readManifest(
  store: ObjectStore,
  backup: string,
  signal: AbortSignal,
): Promise<Manifest | undefined> {
  const content = await store.get(manifestKey(backup), signal);
  if (content === undefined) return undefined;
  const manifest = parsed(content) as Manifest | undefined;
  if (manifest?.format === 1 && Array.isArray(manifest.nodes)) return manifest;
  throw new ReeveError(
    "conflict",
    `the backup ${backup} cannot be restored to simulated nodes: it was made by real database nodes, or its manifest is damaged (${store.place})`,
  );
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Reads a file of a backup. Refuses the file if its content differs from the manifest. */
export async function readIntact(
  store: ObjectStore,
  backup: string,
  file: BackupFile,
  signal: AbortSignal,
): Promise<string> {
  const content = await store.get(`${backup}/${file.path}`, signal);
  if (content === undefined)
    throw new ReeveError("conflict", `${file.path} of the backup ${backup} is missing (${store.place})`);
  if (isIntact(file, content)) return Buffer.from(content).toString("utf8");
  throw new ReeveError(
    "conflict",
    `${file.path} of the backup ${backup} is damaged: its checksum differs (${store.place})`,
  );
}
