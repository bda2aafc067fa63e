import { randomUUID } from "node:crypto";
import { existsSync, type Stats } from "node:fs";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { makePrivateFolder, type TaskToMeasure, type Usage } from "@reeve/orchestrator/runtime";
import { explainFailure, type Folders } from "./folders.ts";
import type { Lock, Platform } from "./process/platform.ts";

const GONE = ".gone";

/** Deletes an unused volume. Renames its folder first, because renaming takes effect at once, however large the volume is. */
export async function deleteVolumeFolder(volume: string, folders: Folders, platform: Platform): Promise<void> {
  const { path, lock, sidecarLock } = folders.volume(volume);
  const files = [lock, sidecarLock];
  // The instance has ended, but its removal is repeated.
  if (!existsSync(folders.volumes)) return;
  const locks: Lock[] = [];
  try {
    for (const file of files) {
      const taken = await platform.tryLock(file);
      if (taken) {
        locks.push(taken);
        continue;
      }
      const pids = await platform.holdersOf(file);
      throw new ReeveError("conflict", `the volume ${volume} is still in use (processes ${pids.join(", ")})`);
    }
    const gone = join(folders.volumes, `${randomUUID()}${GONE}`);
    const wasThere = await rename(path, gone).then(
      () => true,
      (error) => {
        if (error.code === "ENOENT") return false;
        throw explainFailure(error, `the volume ${volume} cannot be deleted`);
      },
    );
    for (const file of files) await rm(file, { force: true });
    if (wasThere) await rm(gone, { recursive: true, force: true });
  } finally {
    for (const { release } of locks) release();
  }
}

/** Deletes volumes whose deletion was interrupted because the service was killed. */
export async function deleteRest({ volumes }: Folders): Promise<void> {
  for (const name of await readdir(volumes)) {
    if (name.endsWith(GONE)) await rm(join(volumes, name), { recursive: true, force: true });
  }
}

/** The resource usage of tasks: memory and processor time of their processes, and the disk blocks of the files in their volumes. */
export async function usageOf(
  tasks: readonly TaskToMeasure[],
  { pidOf, folders, platform }: { pidOf(taskId: string): number | undefined; folders: Folders; platform: Platform },
): Promise<ReadonlyMap<string, Usage>> {
  const entries = new Map<string, Usage>();
  for (const { taskId, volumes } of tasks) {
    const pid = pidOf(taskId);
    const used = pid === undefined ? undefined : platform.usageOf(pid);
    if (!used) continue;
    let disk = 0;
    for (const name of volumes) disk += await sizeOf(folders.volume(name).path);
    entries.set(taskId, { ...used, disk });
  }
  return entries;
}

const BLOCK = 512;

/** Files may be deleted while they are counted; a missing file counts as zero. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true }).catch(() => [])) {
    const stats: Stats | undefined = await lstat(join(folder, entry)).catch(() => undefined);
    size += (stats?.blocks ?? 0) * BLOCK;
  }
  return size;
}

/** Creates the folders of an instance, and locks them for this service. */
export async function ownFolders({ root, owner, tasks, volumes }: Folders, platform: Platform): Promise<Lock> {
  try {
    for (const folder of [tasks, volumes]) makePrivateFolder(folder);
    const lock = await platform.tryLock(owner);
    if (lock) return lock;
  } catch (error) {
    throw explainFailure(error, `the folder ${root} cannot be used`);
  }
  const pids = await platform.holdersOf(owner);
  const who = pids.length === 0 ? "this process already" : `the process ${pids.join(", ")}`;
  throw new ReeveError("conflict", `${root} is in use by ${who}; stop that process, or choose another folder`);
}
