import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { makeFolder } from "@reeve/orchestrator";

/** Where secrets and other small things are kept: files that nobody else may read, or this process's memory. */
export interface Keep {
  /** The file of a name, where there are files. */
  path(name: string): string | undefined;
  read(name: string): string | undefined;
  /** Whole or not at all. */
  write(name: string, content: string): void;
  remove(name: string): void;
}

/** Keeps in a folder, made where it is missing, that only its owner may look into. */
export function keepInFolder(folder: string): Keep {
  makePrivate(folder);
  const path = (name: string) => join(folder, name);
  return {
    path,
    read: (name) => readIfThere(path(name)),
    write: (name, content) => {
      const draft = `${path(name)}.${randomBytes(6).toString("hex")}`;
      writeFileSync(draft, content, { mode: 0o600, flush: true });
      renameSync(draft, path(name));
    },
    remove: (name) => rmSync(path(name), { force: true }),
  };
}

function makePrivate(folder: string): void {
  try {
    makeFolder(folder);
    chmodSync(folder, 0o700);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new ReeveError(
      "bad-input",
      `${folder} cannot be the folder of the state: ${reason}; give another one`,
      {},
      { cause: error },
    );
  }
}

/** Keeps in memory: gone at the end. */
export function keepInMemory(): Keep {
  const contents = new Map<string, string>();
  return {
    path: () => undefined,
    read: (name) => contents.get(name),
    write: (name, content) => contents.set(name, content),
    remove: (name) => contents.delete(name),
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
