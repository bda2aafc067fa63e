import { isRecord, ReeveError } from "@reeve/contract";
import { parseJsonObject } from "../files/json-file.ts";
import { fileOfUser, folderOfUser } from "../files/trusted.ts";
import { type PerKind, readPerKind } from "./per-kind.ts";

/** The content of a project file: the name of the profile to use, the services, and the output format. */
export interface ProjectFile {
  readonly path: string;
  readonly profile?: string;
  readonly service?: PerKind;
  readonly revision?: PerKind;
  readonly output?: string;
}

const NAME = ".reeve.json";

/** The project file of a folder or of the nearest parent that has one. */
export function findProjectFile(cwd: string): ProjectFile | undefined {
  return searchProjectFile(cwd, process.getBuiltinModule("node:os").homedir()).file;
}

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
  const { service, revision } = value;
  const profile = textOf(path, "profile", value.profile);
  const output = textOf(path, "output", value.output);
  return {
    path,
    ...(profile !== undefined && { profile }),
    ...(service !== undefined && { service: perKindOf(path, "service", service) }),
    ...(revision !== undefined && { revision: perKindOf(path, "revision", revision) }),
    ...(output !== undefined && { output }),
  };
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

function perKindOf(path: string, field: string, value: unknown): PerKind {
  const source = `${path}: ${field}`;
  if (typeof value === "string") return readPerKind(value, source);
  if (isRecord(value) && Object.values(value).every((each) => typeof each === "string")) {
    return readPerKind(
      Object.entries(value)
        .map((pair) => pair.join("="))
        .join(","),
      source,
    );
  }
  throw new ReeveError("bad-input", `${source}: expected a name, or an object such as { "broker": "kafka" }`);
}
