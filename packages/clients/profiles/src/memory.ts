import type { Credentials } from "@reeve/auth";
import { decode, defined, object, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { readJsonFile } from "./files/json-file.ts";
import { withLock } from "./files/lock.ts";
import { removeFile, writeJsonFile } from "./files/write-file.ts";
import { locate } from "./locations.ts";
import type { ProcessContext } from "./process-context.ts";
import { normalUrl } from "./store/profile.ts";

/** The key of a cache entry: an address, one of its services, and an identity. */
export interface Subject {
  readonly url: string;
  readonly service?: string;
  readonly identity?: string;
}

/** The values of a cache entry. */
export interface Finding {
  readonly revision?: string;
  readonly token?: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Caches tokens and revisions between commands, in files that only their owner can read. */
export interface Memory {
  recall(subject: Subject): Finding;
  /** Adds values to an entry. */
  remember(subject: Subject, finding: Finding): Promise<void>;
  /** Drops a value that proved wrong: the token after a 401, the revision after an unknown route. */
  forget(subject: Subject, what: "token" | "revision"): Promise<void>;
}

interface Note {
  readonly about: readonly string[];
  readonly finding: Finding;
}

const Note: Schema<Note> = object({
  about: v.array(v.string()),
  finding: object({ revision: v.exactOptional(v.string()), token: v.exactOptional(v.string()), expiresAt: v.exactOptional(v.number()) }),
});

/** Opens a user's cache. Files are read and created when they are needed. */
export function openMemory(processContext: ProcessContext): Memory {
  const { join } = process.getBuiltinModule("node:path");
  const folder = join(locate(processContext).cache, "memory");
  const fileOf = (subject: Subject) => join(folder, `${nameOf(aboutOf(subject))}.json`);

  const recall = (subject: Subject): Finding => read(fileOf(subject), aboutOf(subject));
  const change = (subject: Subject, edit: (known: Finding) => Finding): Promise<void> =>
    withLock(`${fileOf(subject)}.lock`, () => {
      const finding = edit(recall(subject));
      if (Object.keys(finding).length === 0) removeFile(fileOf(subject));
      else writeJsonFile(fileOf(subject), { about: aboutOf(subject), finding });
    });
  return {
    recall,
    remember: (subject, finding) => change(subject, (known) => ({ ...(finding.token ? withoutToken(known) : known), ...finding })),
    forget: (subject, what) =>
      change(subject, (known) => {
        if (what === "token") return withoutToken(known);
        const { revision: _, ...rest } = known;
        return rest;
      }),
  };
}

/** A cached token is not used if it expires within this many milliseconds. */
const MIN_REMAINING = 60_000;

/**
 * Returns credentials that first give the cached token. If a token is requested again, the last one was refused or has expired. The
 * credentials then give a token that another command has cached meanwhile, or else obtain a new token and cache it.
 */
export function rememberingToken(credentials: Credentials, memory: Memory, subject: Subject): Credentials {
  let last: string | undefined;
  return {
    ...credentials,
    obtain: async (...args) => {
      const [{ now }] = args;
      const { token, expiresAt } = memory.recall(subject);
      if (token !== undefined && token !== last && (expiresAt === undefined || expiresAt - MIN_REMAINING > now())) {
        last = token;
        return defined({ value: token, expiresAt });
      }
      // The token is dropped even if no other token can be obtained, so that the next command does not use it.
      if (token !== undefined) await ignoringErrors(memory.forget(subject, "token"));
      const obtained = await credentials.obtain(...args);
      last = obtained.value;
      await ignoringErrors(memory.remember(subject, defined({ token: obtained.value, expiresAt: obtained.expiresAt })));
      return obtained;
    },
  };
}

/** Runs work on the cache and ignores its errors: if the cache cannot be written, the next command only needs another login. */
async function ignoringErrors(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

function withoutToken({ token: _, expiresAt: __, ...rest }: Finding): Finding {
  return rest;
}

function aboutOf({ url, service = "", identity = "" }: Subject): readonly string[] {
  return [normalUrl(url), service, identity];
}

/** Reads an entry. A file counts as empty if it cannot be read, or if it belongs to another entry whose file name is the same. */
function read(path: string, about: readonly string[]): Finding {
  try {
    const decoded = decode(Note, readJsonFile(path));
    if (!decoded.ok || decoded.value.about.join("\n") !== about.join("\n")) return {};
    return decoded.value.finding;
  } catch {
    return {};
  }
}

/**
 * A readable file name that two entries rarely share. It does not use the hashes of `node:crypto`, because loading that module takes longer
 * than all the rest of this file.
 */
function nameOf(about: readonly string[]): string {
  const readable = about
    .join("-")
    .replace(/^https?:\/\//, "")
    .replace(/[^A-Za-z0-9.-]+/g, "-")
    .slice(0, 80);
  return `${readable}-${fnv(about.join("\n"), 0x811c9dc5)}${fnv(about.join("\n"), 0x01000193)}`;
}

/** The FNV-1a hash of a text. */
function fnv(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
