import type { Credentials } from "@reeve/auth";
import { decode, object, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { readJsonFile } from "./files/json-file.ts";
import { withLock } from "./files/lock.ts";
import { removeFile, writeJsonFile } from "./files/write-file.ts";
import { locate } from "./locations.ts";
import { normalUrl } from "./store/profile.ts";
import type { Surroundings } from "./surroundings.ts";

/** What something was found out about: an address, a service of it, as somebody. What is left out makes no difference. */
export interface Subject {
  readonly url: string;
  readonly service?: string;
  readonly identity?: string;
}

/** What was found out. */
export interface Finding {
  readonly revision?: string;
  readonly token?: string;
  /** When the token ends, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Keeps what one command found out for the next, in files that only their owner may read. What is lost is found out again. */
export interface Memory {
  recall(subject: Subject): Finding;
  /** Adds to what is known. */
  remember(subject: Subject, finding: Finding): Promise<void>;
  /** Drops what turned out to be wrong: the token after a 401, the revision where a route is unknown to the server. */
  forget(subject: Subject, what: "token" | "revision"): Promise<void>;
}

interface Note {
  readonly about: readonly string[];
  readonly finding: Finding;
}

const Note: Schema<Note> = object({
  about: v.array(v.string()),
  finding: object({
    revision: v.exactOptional(v.string()),
    token: v.exactOptional(v.string()),
    expiresAt: v.exactOptional(v.number()),
  }),
});

/** Opens the memory of a user; nothing is read or made before it is needed. */
export function openMemory(surroundings: Surroundings): Memory {
  const { join } = process.getBuiltinModule("node:path");
  const folder = join(locate(surroundings).cache, "memory");
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
    remember: (subject, finding) =>
      change(subject, (known) => ({ ...(finding.token ? withoutToken(known) : known), ...finding })),
    forget: (subject, what) =>
      change(subject, (known) => {
        if (what === "token") return withoutToken(known);
        const { revision: _, ...rest } = known;
        return rest;
      }),
  };
}

/** A token that ends so soon is not worth beginning with. */
const NEARLY_OVER = 60_000;

/**
 * Credentials that begin with the token that is remembered. Asked again they know that what they gave was refused or has ended: they give
 * what another command has remembered meanwhile, else they drop it, and obtain and remember another.
 */
export function rememberingToken(credentials: Credentials, memory: Memory, subject: Subject): Credentials {
  let last: string | undefined;
  return {
    ...credentials,
    obtain: async (...given) => {
      const [{ now }] = given;
      const { token, expiresAt } = memory.recall(subject);
      if (token !== undefined && token !== last && (expiresAt === undefined || expiresAt - NEARLY_OVER > now())) {
        last = token;
        return { value: token, ...(expiresAt !== undefined && { expiresAt }) };
      }
      // What is refused must not be met again by the next command, even if no other token can be had.
      if (token !== undefined) await ignoringTrouble(memory.forget(subject, "token"));
      const obtained = await credentials.obtain(...given);
      last = obtained.value;
      const ends = obtained.expiresAt === undefined ? {} : { expiresAt: obtained.expiresAt };
      await ignoringTrouble(memory.remember(subject, { token: obtained.value, ...ends }));
      return obtained;
    },
  };
}

/** A memory that cannot be written to costs a login the next time, and nothing else. */
async function ignoringTrouble(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

function withoutToken({ token: _, expiresAt: __, ...rest }: Finding): Finding {
  return rest;
}

function aboutOf({ url, service = "", identity = "" }: Subject): readonly string[] {
  return [normalUrl(url), service, identity];
}

/** What cannot be read, or is about something else that happens to have the same name, is nothing that is known. */
function read(path: string, about: readonly string[]): Finding {
  try {
    const decoded = decode(Note, readJsonFile(path));
    if (!decoded.ok || decoded.value.about.join("\n") !== about.join("\n")) return {};
    return decoded.value.finding;
  } catch {
    return {};
  }
}

/** A name for a file that one can recognise, and that is hardly ever that of another. No hash of Node's: loading it takes longer than all else here. */
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
