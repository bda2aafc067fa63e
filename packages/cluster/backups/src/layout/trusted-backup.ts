import { ReeveError } from "@reeve/contract";
import type { BackupKeys } from "../keys/backup-keys.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type AnyManifest, type BackupFile, isIntact } from "./manifest.ts";
import { type ReadManifest, readManifest } from "./signed-manifest.ts";

/** A backup that is to be used, and whether a signature is needed for that. */
export interface WantedBackup {
  readonly backup_name: string;
  /** Set if the backup is used even if it is not signed, or signed with an unknown key. */
  readonly accept?: "unsigned";
}

/** Reads a backup's manifest, if there is one. Refuses the other format, and a manifest that no trusted key has signed. */
export async function readTrusted<Format extends AnyManifest["format"]>(
  format: Format,
  place: ObjectStore,
  wanted: WantedBackup,
  { keys, signal }: { readonly keys: BackupKeys; readonly signal: AbortSignal },
): Promise<Extract<AnyManifest, { format: Format }> | undefined> {
  const { backup_name: backup } = wanted;
  const read = await readManifest(place, backup, keys, signal);
  if (!read) return undefined;
  if ("problem" in read) throw new ReeveError("conflict", `the manifest of ${backup} ${read.problem} (${place.place})`);
  expectTrusted(read, wanted, place);
  const { manifest } = read;
  if (isOf(format, manifest)) return manifest;
  const [made, nodes] = format === 1 ? ["real database nodes", "simulated nodes"] : ["simulated nodes", "real nodes"];
  throw new ReeveError("conflict", `the backup ${backup} cannot be restored to ${nodes}, because it was made by ${made} (${place.place})`);
}

const isOf = <Format extends AnyManifest["format"]>(
  format: Format,
  manifest: AnyManifest,
): manifest is Extract<AnyManifest, { format: Format }> => manifest.format === format;

/** Refuses a backup that was not signed with a trusted key, unless the request accepts this. */
export function expectTrusted({ origin, key }: ReadManifest, { backup_name: backup, accept }: WantedBackup, { place }: ObjectStore): void {
  if (origin === "own" || origin === "trusted" || accept === "unsigned") return;
  const what =
    origin === "none"
      ? "is not signed, so it may have been changed by anyone who can write to the bucket; if you trust its content"
      : `is signed with a key that this service does not know, ${key}; if this is the key of a cluster that you trust, import it (reeve wc backup-keys import); if you trust the content of the bucket without that`;
  throw new ReeveError("conflict", `the backup ${backup} ${what}, accept it as it is (--accept-unsigned) (${place})`);
}

/** Whether this backup is already complete (the service was killed after its last step). Throws if another has the same name. */
export async function isComplete(
  place: ObjectStore,
  { backup, snapshot }: { readonly backup: string; readonly snapshot: string },
  keys: BackupKeys,
  signal: AbortSignal,
): Promise<boolean> {
  const read = await readManifest(place, backup, keys, signal);
  if (!read) return false;
  if (!("problem" in read) && read.origin === "own" && read.manifest.snapshot === snapshot) return true;
  throw new ReeveError("conflict", `a backup called ${backup} exists already (${place.place}); choose another name`);
}

/** Reads a file of a backup. Refuses the file if its content differs from the manifest. */
export async function readIntact(store: ObjectStore, backup: string, file: BackupFile, signal: AbortSignal): Promise<string> {
  const content = await store.get(`${backup}/${file.path}`, signal);
  if (content === undefined) throw new ReeveError("conflict", `${file.path} of the backup ${backup} is missing (${store.place})`);
  if (isIntact(file, content)) return Buffer.from(content).toString("utf8");
  throw new ReeveError("conflict", `${file.path} of the backup ${backup} is damaged: its checksum differs (${store.place})`);
}
