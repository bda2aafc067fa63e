import { codeOfError, isRecord, ReeveError } from "@reeve/contract";

/** Reads a JSON file of Reeve; undefined if it does not exist. Throws `bad-input` if it cannot be read or is not a JSON object. */
export function readJsonFile(path: string): Record<string, unknown> | undefined {
  const text = readText(path);
  return text === undefined ? undefined : parseJsonObject(path, text);
}

/** Parses the content of a JSON file. Throws `bad-input` if it is not a JSON object. */
export function parseJsonObject(path: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // The parser's message is not passed on, because it may quote a part of the file.
  }
  throw new ReeveError("bad-input", `${path} is not a JSON object: fix it, or move it away`);
}

/** Reads a file that only its owner can read. Refuses a file that other users can read, because they may know the secrets. */
export function readPrivateFile(path: string, platform: string): Record<string, unknown> | undefined {
  const value = readJsonFile(path);
  if (value === undefined || platform === "win32") return value;
  const mode = process.getBuiltinModule("node:fs").statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return value;
  const shown = mode.toString(8).padStart(4, "0");
  throw new ReeveError("bad-input", `${path} holds secrets, but other users can read it (mode ${shown}): run chmod 600 ${path}`);
}

/** Checks the version of a file. Throws `bad-input` if the version is missing or invalid, or if a newer Reeve wrote the file. */
export function checkVersion(path: string, value: Readonly<Record<string, unknown>>, newest: number): void {
  const { version } = value;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    throw new ReeveError("bad-input", `${path} has no valid version field: fix the file, or move it away`);
  }
  if (version > newest) {
    throw new ReeveError("bad-input", `${path} has format ${version}, and this version of Reeve reads up to ${newest}: upgrade Reeve`);
  }
}

function readText(path: string): string | undefined {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOfError(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ReeveError("bad-input", `${path} cannot be read (${code}): check its owner and its permissions`);
  }
}
