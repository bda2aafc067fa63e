import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile, open, readFile, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { makeFolder } from "@reeve/orchestrator";
import type { ObjectStore } from "./object-store.ts";

/** Buckets as folders of this machine: each is created with its first object, and any keys are accepted. */
export function folderStores(folder: string | undefined): (bucket: string) => ObjectStore {
  let root = folder;
  return (bucket) => {
    root ??= temporaryFolder();
    return folderStore(join(root, bucket));
  };
}

function folderStore(folder: string): ObjectStore {
  const place = `the folder ${folder} of this machine, as no endpoint of an object store is set`;
  return {
    place,
    async put(key, content, signal) {
      signal.throwIfAborted();
      try {
        await writeWhole(join(folder, key), content);
      } catch (error) {
        throw failed(`nothing can be written to ${place}`, error);
      }
    },
    async get(key, signal) {
      signal.throwIfAborted();
      // A manifest names the files to read, and may have been tampered with.
      if (key.split("/").includes("..")) return undefined;
      try {
        return await readFile(join(folder, key));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw failed(`${place} cannot be read`, error);
      }
    },
    async size(key, signal) {
      signal.throwIfAborted();
      return (await stat(join(folder, key)).catch(() => undefined))?.size;
    },
    async putFile(key, path, signal) {
      signal.throwIfAborted();
      try {
        await copyWhole(path, join(folder, key));
      } catch (error) {
        throw failed(`nothing can be written to ${place}`, error);
      }
    },
    async getFile(key, path, signal) {
      signal.throwIfAborted();
      if (key.split("/").includes("..")) return false;
      try {
        await copyFile(join(folder, key), path);
        return true;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return false;
        throw failed(`${place} cannot be read`, error);
      }
    },
  };
}

/** Writes a file atomically, even if the machine stops. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  makeFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Copies a file atomically, even if the machine stops. */
async function copyWhole(from: string, path: string): Promise<void> {
  makeFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  await copyFile(from, draft);
  await using file = await open(draft, "r+");
  await file.sync();
  await rename(draft, path);
}

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "reeve-objects-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const failed = (what: string, error: unknown) =>
  new ReeveError("server-failure", `${what}: ${codeOf(error) ?? "it failed"}`, {}, { cause: error });
