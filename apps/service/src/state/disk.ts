import { statfsSync } from "node:fs";
import { bytes } from "@reeve/terminal";

/** Below this free space, in bytes, a rollout or a few seconds of records may fill the disk. */
const LOW = 256 * 1024 * 1024;

/** What is amiss with the disk that holds the state and the volumes of nodes; undefined if it has room. */
export function diskTrouble(
  folder: string,
  stat: (path: string) => { readonly bavail: number; readonly bsize: number } = statfsSync,
): string | undefined {
  try {
    const { bavail, bsize } = stat(folder);
    const free = bavail * bsize;
    if (free >= LOW) return undefined;
    return `the disk of ${folder} is almost full (${bytes(free)} free); it holds the state and the volumes of nodes on this machine, so make room`;
  } catch {
    return undefined;
  }
}
