import { ReeveError } from "@reeve/contract";
import { fileReason } from "@reeve/profiles";

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
