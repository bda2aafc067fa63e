import { ReeveError } from "@reeve/contract";

/** Code that stands in a file. */
export interface Code {
  readonly text: string;
  readonly file: string;
}

/** Reads code; that it cannot be read is said in a sentence. The line that names a program for it is none of it. */
export function readCode(file: string): Code {
  try {
    const text = process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
    return { text: text.replace(/^#!.*/, ""), file };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
    throw new ReeveError("bad-input", `${file} cannot be read: ${reason}`, {}, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "you may not read it",
  EISDIR: "it is a folder",
};
