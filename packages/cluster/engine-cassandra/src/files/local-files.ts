import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { FileHasher } from "./file-hasher.ts";
import type { FileInFolder, NodeFiles } from "./node-files.ts";

/** The files of a node on this machine. */
export function localFiles(node: string, signal: AbortSignal, hasher: FileHasher): NodeFiles {
  return {
    async expectFolder(folder) {
      await access(folder).catch((cause) => {
        throw new ReeveError(
          "conflict",
          `backups and restores are not possible: the files of ${node} are not on this machine, and its runtime gives no other access to them`,
          {},
          { cause },
        );
      });
    },
    folders: (folder) => entries(folder, (entry) => entry.isDirectory()),
    async files(folder) {
      const found: FileInFolder[] = [];
      for (const name of await entries(folder, (entry) => entry.isFile())) {
        found.push({ name, bytes: (await stat(join(folder, name))).size });
      }
      return found;
    },
    async sha256({ path, bytes }) {
      const isThere = (await stat(path).catch(() => undefined))?.size === bytes;
      return isThere ? hasher.hash(path, signal) : undefined;
    },
    upload: ({ path }, key, place) => place.putFile(key, path, signal),
    async download(key, { path, sha256 }, place) {
      await mkdir(dirname(path), { recursive: true });
      if (!(await place.getFile(key, path, signal))) return "missing";
      return (await hasher.hash(path, signal)) === sha256 ? "complete" : "damaged";
    },
    remove: (folder) => rm(folder, { recursive: true, force: true }),
    [Symbol.asyncDispose]: () => hasher[Symbol.asyncDispose](),
  };
}

async function entries(
  folder: string,
  wanted: (entry: { isDirectory(): boolean; isFile(): boolean }) => boolean,
): Promise<readonly string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return found.filter(wanted).map(({ name }) => name);
}
