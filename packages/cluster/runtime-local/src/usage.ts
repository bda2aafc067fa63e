import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TaskToMeasure, Usage } from "@reeve/orchestrator/runtime";
import type { Folders } from "./folders.ts";
import type { Platform } from "./process/platform.ts";

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
