import { isRecord, ReeveError } from "@reeve/contract";

/** Reads a file of ours, or nothing where there is none. Throws `bad-input` where it cannot be read or is no JSON object. */
export function readJsonFile(path: string): Record<string, unknown> | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // What a parser says may hold a part of what it read.
  }
  throw new ReeveError("bad-input", `${path} is no JSON object: mend it, or move it away`);
}

/** Reads a file that only its owner may read; one that others may read is refused, because its secrets may be known. */
export function readPrivateFile(path: string, platform: string): Record<string, unknown> | undefined {
  const value = readJsonFile(path);
  if (value === undefined || platform === "win32") return value;
  const mode = process.getBuiltinModule("node:fs").statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return value;
  const shown = mode.toString(8).padStart(4, "0");
  throw new ReeveError("bad-input", `${path} holds secrets, and others may read it (${shown}): chmod 600 ${path}`);
}

/** The version of a file that has one. Throws `bad-input` where it was written by a newer Reeve. */
export function checkVersion(path: string, value: Readonly<Record<string, unknown>>, newest: number): void {
  const { version } = value;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    throw new ReeveError("bad-input", `${path} has no version that this Reeve knows: mend it, or move it away`);
  }
  if (version > newest) {
    throw new ReeveError(
      "bad-input",
      `${path} was written by a newer Reeve (version ${version} of the file, this one knows ${newest}): please upgrade`,
    );
  }
}

function readText(path: string): string | undefined {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ReeveError("bad-input", `${path} cannot be read (${code}): see who owns it`);
  }
}
