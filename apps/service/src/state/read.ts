import { readFileSync } from "node:fs";
import { isRecord, ReeveError } from "@reeve/contract";

/** The text of a file; undefined if it cannot be read. */
export function readTextIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The text of a file that a field of the definition names. Throws `bad-input` if it cannot be read. */
export function readNamedFile(field: string, path: string): string {
  const text = readTextIfThere(path);
  if (text === undefined) throw new ReeveError("bad-input", `${field}: ${path} cannot be read`);
  return text;
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object in a text, such as a line of a log; undefined if a kill or a full disk has cut the text short. */
export function recordIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text);
  return isRecord(value) ? value : undefined;
}
