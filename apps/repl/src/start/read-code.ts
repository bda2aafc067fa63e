import { ReeveError } from "@reeve/contract";
import { contextOfThisProcess, fileReason, locate } from "@reeve/profiles";
import type { ShellFlags } from "./flags.ts";

export interface Code {
  readonly text: string;
  readonly file: string;
}

/** Reads the code of a file. The error is one sentence if the file cannot be read. A first line that begins with `#!` is skipped. */
export function readCode(file: string): Code {
  try {
    const text = process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
    return { text: text.replace(/^#!.*/, ""), file };
  } catch (error) {
    throw new ReeveError("bad-input", `${file} cannot be read: ${fileReason(error)}`, {}, { cause: error });
  }
}

/** The code to run first: the given file, or `repl.js` in the profile folder, if there is one. */
export function firstCode({ rc }: Pick<ShellFlags, "rc">): Code | undefined {
  if (rc === false) return undefined;
  if (rc !== undefined) return readCode(rc);
  const { join, dirname } = process.getBuiltinModule("node:path");
  const { existsSync } = process.getBuiltinModule("node:fs");
  const file = join(dirname(locate(contextOfThisProcess()).profiles), "repl.js");
  return existsSync(file) ? readCode(file) : undefined;
}
