import { statfsSync } from "node:fs";
import { type Clock, fullDisk } from "@reeve/orchestrator/runtime";
import type { Folders } from "./folders.ts";

/** Returns the free space in bytes of the disk on which a folder is. */
export type FreeSpace = (folder: string) => number;

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Milliseconds between two checks of the disk. */
export const DISK_CHECK_INTERVAL = 2000;

/** Why the disk of the instance's tasks and volumes has no room; undefined if it has room. The reason stays the same while it is full. */
export function whyFull({ root, tasks, volumes }: Folders, free: FreeSpace): string | undefined {
  for (const folder of [volumes, tasks, root]) {
    const full = fullDisk(`the disk of ${folder}`, roomIn(folder, free));
    if (full !== undefined) return full;
  }
  return undefined;
}

/** A folder whose disk cannot be asked is no obstacle: if it cannot be used, the launch itself says why. */
function roomIn(folder: string, free: FreeSpace): number {
  try {
    return free(folder);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Reports again and again why the disk is full, and once that it has room again, until the returned function is called. */
export function watchRoom(clock: Clock, why: () => string | undefined, heard: (full: string | undefined) => void): () => void {
  let before: string | undefined;
  let cancel = clock.after(0, poll);

  function poll(): void {
    const full = why();
    if (full !== undefined || before !== undefined) heard(full);
    before = full;
    cancel = clock.after(DISK_CHECK_INTERVAL, poll);
  }
  return () => cancel();
}
