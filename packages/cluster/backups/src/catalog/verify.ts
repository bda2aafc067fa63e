import type { BackupCheck, BackupProblem } from "@reeve/wide-column-models";
import { inParallel } from "../in-parallel.ts";
import { type AnyManifest, contentKey, type FileOfBackup, filesOf } from "../layout/manifest.ts";
import { digestOf } from "../object-store/digest.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { markDamaged } from "./reuse.ts";

/** The number of objects that are read in parallel. */
const AT_ONCE = 4;

/** Reads all objects of a backup, and compares them with the backup's manifest. Shared files that are damaged are marked. */
export async function verify(
  place: ObjectStore,
  backup: string,
  manifest: AnyManifest,
  signal: AbortSignal,
): Promise<BackupCheck> {
  const objects = new Map<string, FileOfBackup[]>();
  for (const file of filesOf(manifest)) objects.set(file.object, [...(objects.get(file.object) ?? []), file]);
  const problems: BackupProblem[] = [];
  let bytes = 0;
  await inParallel(objects, AT_ONCE, async ([object, files]) => {
    const [wanted] = files;
    const content = await place.getContent(object, signal);
    const found = content && (await digestOf(content, signal));
    bytes += found?.bytes ?? 0;
    if (found && found.sha256 === wanted?.sha256 && found.bytes === wanted.bytes) return;
    if (found && wanted && object === contentKey(wanted)) await markDamaged(place, wanted.sha256, signal);
    for (const { file } of files) problems.push({ file, object, problem: found ? "damaged" : "missing" });
  });
  problems.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { backup_name: backup, files: objects.size, bytes, problems };
}
