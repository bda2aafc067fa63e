import { codeOfError, defined, isRecord, ReeveError } from "@reeve/contract";
import { parseJsonObject } from "../files/json-file.ts";
import { type PerKind, readPerKind } from "./setting.ts";

/** The content of a project file: the name of the profile to use, the services, and the output format. */
export interface ProjectFile {
  readonly path: string;
  readonly profile?: string;
  readonly service?: PerKind;
  readonly revision?: PerKind;
  readonly output?: string;
}

const NAME = ".reeve.json";

/**
 * Searches a folder and its parents: up to the user's home folder, or else up to the first folder that another user owns or can write,
 * because that user could choose the cluster for the commands of this user. The note says why a file is not used.
 */
export function searchProjectFile(cwd: string, home: string): { readonly file?: ProjectFile; readonly note?: string } {
  const { join, dirname } = process.getBuiltinModule("node:path");
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, NAME);
    const result = fileOfUser(path, MAX_BYTES);
    const reason = result && (folderOfUser(folder) ?? ("reason" in result ? result.reason : undefined));
    if (reason !== undefined) return { note: `the project file ${path} is not used, because ${reason}` };
    if (result && "text" in result) return { file: readProjectFile(path, parseJsonObject(path, result.text)) };
    if (folder === home || dirname(folder) === folder || folderOfUser(folder) !== undefined) return {};
  }
}

const MAX_BYTES = 64 * 1024;

const ALLOWED = new Set(["$schema", "profile", "service", "revision", "output"]);

function readProjectFile(path: string, value: Readonly<Record<string, unknown>>): ProjectFile {
  for (const field of Object.keys(value)) {
    if (!ALLOWED.has(field)) throw refusal(path, field);
  }
  return defined({
    path,
    profile: textOf(path, "profile", value.profile),
    output: textOf(path, "output", value.output),
    service: perKindOf(path, "service", value.service),
    revision: perKindOf(path, "revision", value.revision),
  });
}

/**
 * A project file may come with a cloned repository that the user has not read, so it must not decide where credentials are sent or which
 * programs run.
 */
function refusal(path: string, field: string): ReeveError {
  return new ReeveError(
    "bad-input",
    `${path}: ${JSON.stringify(field)} is not allowed in a project file: a cloned project must not decide where your credentials go or which programs run. Put the field into a profile; a project file may contain only profile, service, revision and output`,
  );
}

function textOf(path: string, field: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new ReeveError("bad-input", `${path}: ${field}: expected text`);
}

function perKindOf(path: string, field: string, value: unknown): PerKind | undefined {
  const source = `${path}: ${field}`;
  if (value === undefined) return undefined;
  if (typeof value === "string") return readPerKind(value, source);
  if (isRecord(value) && Object.values(value).every((each) => typeof each === "string")) {
    const pairs = Object.entries(value).map((pair) => pair.join("="));
    return readPerKind(pairs.join(","), source);
  }
  throw new ReeveError("bad-input", `${source}: expected a name, or an object such as { "broker": "kafka" }`);
}

/** The text of a file, or why it must not be used. */
type TrustedFile = { readonly text: string } | { readonly reason: string };

/**
 * Reads a file that may only come from this user or from root; undefined if it does not exist. Opening the file never waits, as it would
 * for a pipe that another user has put there.
 */
function fileOfUser(path: string, maxBytes: number): TrustedFile | undefined {
  const fs = process.getBuiltinModule("node:fs");
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants;
  const before = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!before) return undefined;
  if (!before.isFile()) return { reason: "it is not a regular file" };
  if (!isOwn(before.uid)) return { reason: "it belongs to another user" };
  let file: number;
  try {
    file = fs.openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    throw new ReeveError("bad-input", `${path} cannot be read (${codeOfError(error)}): check its owner and its permissions`);
  }
  try {
    const { size, uid, ...opened } = fs.fstatSync(file);
    if (!isOwn(uid) || opened.ino !== before.ino) return { reason: "it belongs to another user" };
    if (size > maxBytes) return { reason: `it is larger than ${maxBytes} bytes` };
    return { text: fs.readFileSync(file, "utf8") };
  } finally {
    fs.closeSync(file);
  }
}

/** Why files in a folder may come from another user; undefined if only this user and root can write there. */
function folderOfUser(path: string): string | undefined {
  const { uid, gid, mode } = process.getBuiltinModule("node:fs").statSync(path);
  if (!isOwn(uid)) return "its folder belongs to another user";
  const isOwnGroup = gid === 0 || gid === process.getgid?.();
  const isOpen = process.getuid !== undefined && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup));
  return isOpen ? "other users can write its folder" : undefined;
}

/** Where the system has no user ids, every file counts as the user's own. */
function isOwn(uid: number): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}
