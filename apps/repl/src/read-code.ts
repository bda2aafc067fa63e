import { ReeveError } from "@reeve/contract";
import { fileReason } from "@reeve/profiles";

/** Code from a file. */
export interface Code {
  readonly text: string;
  readonly file: string;
}

/** Reads code; errors are reported in a sentence. A line with `#!` is skipped. */
export function readCode(file: string): Code {
  try {
    const text = process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
    return { text: text.replace(/^#!.*/, ""), file };
  } catch (error) {
    throw new ReeveError("bad-input", `${file} cannot be read: ${fileReason(error)}`, {}, { cause: error });
  }
}
