import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOfError, ReeveError } from "@reeve/contract";
import { makePrivateFolder } from "@reeve/orchestrator/engine";

/** The names of drafts, which become a file when they are whole. */
export const DRAFT: RegExp = /\.[0-9a-f]{12}$/;

/** A store for secrets and other small values: private files, or memory. */
export interface Keep {
  /** The path of a stored value, if values are files. */
  path(name: string): string | undefined;
  read(name: string): string | undefined;
  /** Replaces the content atomically. */
  write(name: string, content: string): void;
  append(name: string, content: string): void;
  remove(name: string): void;
}

/** Stores files in a private folder, created if it is missing. */
export function keepInFolder(folder: string): Keep {
  makePrivate(folder);
  const path = (name: string) => join(folder, name);
  return {
    path,
    read: (name) => inWords(path(name), "read", () => readIfThere(path(name))),
    write: (name, content) =>
      inWords(path(name), "written", () => {
        const draft = `${path(name)}.${randomBytes(6).toString("hex")}`;
        writeFileSync(draft, content, { mode: 0o600, flush: true });
        renameSync(draft, path(name));
      }),
    append: (name, content) => inWords(path(name), "written", () => appendFileSync(path(name), content, { mode: 0o600, flush: true })),
    remove: (name) => rmSync(path(name), { force: true }),
  };
}

function makePrivate(folder: string): void {
  try {
    makePrivateFolder(folder);
    chmodSync(folder, 0o700);
  } catch (error) {
    const sentence = `${folder} cannot be used as the state folder (${codeOfError(error) ?? error}): choose another folder`;
    throw new ReeveError("bad-input", sentence, {}, { cause: error });
  }
}

/** Runs a file operation on the state, and turns a failure into a readable message. */
export function inWords<Value>(path: string, what: "read" | "written" | "opened", act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    const code = codeOfError(error);
    const reason = code === "EISDIR" ? "it is a folder" : (code ?? error);
    throw new ReeveError("server-failure", `${path} cannot be ${what}: ${reason}`, {}, { cause: error });
  }
}

/** Files that show that a service has used a folder as its state folder. */
const TRACES = ["token", "audit.jsonl", "token-signing-key.pem"];

/** Refuses a state folder without its database, and a folder inside another state folder. */
export function refuseMisplaced(folder: string): void {
  if (existsSync(join(folder, "reeve.sqlite")))
    throw new ReeveError("conflict", `${folder} is inside a state folder: choose a folder outside it`);
  const trace = TRACES.find((name) => existsSync(join(folder, name)));
  if (trace === undefined || existsSync(join(folder, "orchestrator", "reeve.sqlite"))) return;
  throw new ReeveError(
    "conflict",
    `${folder} holds the ${trace} of a service, but not its database, ${join("orchestrator", "reeve.sqlite")}: restore the database from a backup, or choose another folder for a new state`,
  );
}

/** Keeps values in memory, until the process ends. */
export function keepInMemory(): Keep {
  const contents = new Map<string, string>();
  return {
    path: () => undefined,
    read: (name) => contents.get(name),
    write: (name, content) => contents.set(name, content),
    append: (name, content) => contents.set(name, (contents.get(name) ?? "") + content),
    remove: (name) => contents.delete(name),
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOfError(error) === "ENOENT") return undefined;
    throw error;
  }
}
