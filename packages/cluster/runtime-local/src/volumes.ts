import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { explainFailure } from "./failure.ts";
import type { Folders } from "./folders.ts";
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
