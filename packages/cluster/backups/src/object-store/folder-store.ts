import { randomUUID } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { copyFile, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { makePrivateFolder } from "@reeve/orchestrator/engine";
import { type Limited, limiter } from "../parallel.ts";
import { checked, type ObjectStore, type StoredObject } from "./object-store.ts";

/** Opens buckets that are folders on this machine. A bucket is created with its first object. Credentials are not checked. */
export function folderStores(folder: string | undefined): (bucket: string) => ObjectStore {
  let root = folder;
  const limited = limiter(AT_ONCE);
  return (bucket) => {
    root ??= temporaryFolder();
    return folderStore(join(root, bucket), limited);
  };
}

/** The number of files that are stored at the same time: with more, the disk is not faster, and files are flushed later. */
const AT_ONCE = 2;

function folderStore(folder: string, limited: Limited): ObjectStore {
  const place = `the folder ${folder} on this machine, because no endpoint of an object store is set`;

  /** Does work on the disk. A failure says what could not be done. */
  const attempt = async <Result>(what: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    return work().catch((error) => {
      throw failed(what, error);
    });
  };
  const write = (signal: AbortSignal, work: () => Promise<void>) => attempt(`nothing can be written to ${place}`, signal, work);
  const read = <Result>(signal: AbortSignal, work: () => Promise<Result>) => attempt(`${place} cannot be read`, signal, work);

  /** Reads a file; undefined if there is none. Refuses keys that lead out of the bucket: someone may have changed a manifest. */
  const find = <Result>(key: string, signal: AbortSignal, work: (path: string) => Promise<Result>) =>
    read(signal, async () => {
      if (key.split("/").includes("..")) return undefined;
      return work(join(folder, key)).catch((error) => {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      });
    });

  return {
    place,
    put: (key, content, signal) => write(signal, () => makeWhole(join(folder, key), (draft) => writeFile(draft, content))),
    get: (key, signal) => find(key, signal, (path) => readFile(path)),
    size: async (key, signal) => {
      signal.throwIfAborted();
      return (await stat(join(folder, key)).catch(() => undefined))?.size;
    },
    putFile: (key, path, signal) => write(signal, () => limited(() => makeWhole(join(folder, key), (draft) => copyFile(path, draft)))),
    getFile: async (key, path, signal) => (await find(key, signal, (from) => copyFile(from, path).then(() => true))) ?? false,
    putContent: (key, content, digest, signal) => {
      const source = checked(content, digest);
      return write(signal, () => makeWhole(join(folder, key), (draft) => writeFile(draft, source.content))).catch((error) => {
        throw source.failure() ?? error;
      });
    },
    getContent: (key, signal) => find(key, signal, async (path) => ((await isFile(path)) ? contentOf(path, place) : undefined)),
    list: (prefix, signal) => read(signal, () => filesUnder(folder, prefix)),
    folders: (signal) => read(signal, async () => (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name)),
    delete: (key, signal) =>
      attempt(`nothing can be deleted from ${place}`, signal, async () => {
        await rm(join(folder, key), { force: true });
        await removeEmpty(folder, dirname(join(folder, key)));
      }),
  };
}

/** Reads a file. It is opened by the first read and closed with the last, so that unread content leaves no file open. */
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

/** Makes a file by writing a draft. Even if the machine crashes meanwhile, either the complete file exists or none. */
async function makeWhole(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  try {
    await write(draft);
    await using file = await open(draft, "r+");
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
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
