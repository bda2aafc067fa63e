import { randomUUID } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { copyFile, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { makePrivateFolder } from "@reeve/orchestrator/engine";
import { type Limited, limiter } from "../parallel.ts";
import { type Content, checked, type ObjectStore, type StoredObject } from "./object-store.ts";

/** Opens buckets that are folders on this machine. A bucket is created with its first object. Credentials are not checked. */
export function folderStores(folder: string | undefined): (bucket: string) => ObjectStore {
  let root = folder;
  const limited = limiter(AT_ONCE);
  return (bucket) => {
    root ??= temporaryFolder();
    return folderStore(join(root, bucket), limited);
  };
}

/**
 * The number of files that are stored at the same time. The disk is not faster with more, and while many files are copied first, none is
 * flushed to it.
 */
const AT_ONCE = 2;

function folderStore(folder: string, limited: Limited): ObjectStore {
  const place = `the folder ${folder} on this machine, because no endpoint of an object store is set`;
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
      // Someone may have changed the keys in a manifest, so keys that lead out of the bucket are refused.
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
        await limited(() => copyWhole(path, join(folder, key)));
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
    async putContent(key, content, digest, signal) {
      signal.throwIfAborted();
      const source = checked(content, digest);
      try {
        await writeWhole(join(folder, key), source.content);
      } catch (error) {
        throw source.failure() ?? failed(`nothing can be written to ${place}`, error);
      }
    },
    async getContent(key, signal) {
      signal.throwIfAborted();
      if (key.split("/").includes("..")) return undefined;
      const path = join(folder, key);
      return (await isFile(path)) ? contentOf(path, place) : undefined;
    },
    async list(prefix, signal) {
      signal.throwIfAborted();
      try {
        return await filesUnder(folder, prefix);
      } catch (error) {
        throw failed(`${place} cannot be read`, error);
      }
    },
    async folders(signal) {
      signal.throwIfAborted();
      try {
        return (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
      } catch (error) {
        throw failed(`${place} cannot be read`, error);
      }
    },
    async delete(key, signal) {
      signal.throwIfAborted();
      try {
        await rm(join(folder, key), { force: true });
        await removeEmpty(folder, dirname(join(folder, key)));
      } catch (error) {
        throw failed(`nothing can be deleted from ${place}`, error);
      }
    },
  };
}

/** Reads a file. It is opened by the first read, and closed with the last, so that content that is never read leaves no open file behind. */
async function* contentOf(path: string, place: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 2 ** 20 });
  } catch (error) {
    throw failed(`${place} cannot be read`, error);
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** Returns the files whose keys begin with a prefix. */
async function filesUnder(folder: string, prefix: string): Promise<readonly StoredObject[]> {
  const matches: StoredObject[] = [];
  const walk = async (inside: string): Promise<void> => {
    for (const entry of await entriesOf(join(folder, inside))) {
      const key = `${inside}${entry.name}`;
      if (entry.isDirectory()) await walk(`${key}/`);
      else if (key.startsWith(prefix)) matches.push({ key, bytes: (await stat(join(folder, key))).size });
    }
  };
  await walk(prefix.slice(0, prefix.lastIndexOf("/") + 1));
  return matches.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Deletes the folders that are empty after an object was deleted, because a bucket has no empty folders. */
async function removeEmpty(root: string, path: string): Promise<void> {
  for (let each = path; each !== root && each.startsWith(root); each = dirname(each)) {
    try {
      await rmdir(each);
    } catch (error) {
      if (codeOf(error) === "ENOENT") continue;
      return;
    }
  }
}

/** Writes a file. Even if the machine crashes meanwhile, either the complete file exists or none. */
async function writeWhole(path: string, content: Uint8Array | Content): Promise<void> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "w");
  try {
    await file.writeFile(content);
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Copies a file. Even if the machine crashes meanwhile, either the complete copy exists or none. */
async function copyWhole(from: string, path: string): Promise<void> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  await copyFile(from, draft);
  await using file = await open(draft, "r+");
  await file.sync();
  await rename(draft, path);
}

function temporaryFolder(): string {
  deleteLeft();
  const made = mkdtempSync(join(tmpdir(), `${TEMPORARY}${process.pid}-`));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}

const TEMPORARY = "reeve-objects-";

/** Deletes the folders of this user's processes that were killed. */
function deleteLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(TEMPORARY) ? Number(/^(\d+)-/.exec(name.slice(TEMPORARY.length))?.[1]) : Number.NaN;
    if (!Number.isInteger(pid) || isRunning(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const failed = (what: string, error: unknown) =>
  new ReeveError("server-failure", `${what}: ${codeOf(error) ?? "unknown error"}`, {}, { cause: error });
