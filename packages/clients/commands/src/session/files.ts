import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ReeveError } from "@reeve/contract";
import { fileReason } from "@reeve/profiles";
import type { Context } from "../context.ts";

type Files = Pick<Context, "processContext" | "readInput">;

/** Reads a file named on the command line as text; `-` means standard input. */
export async function readTextFile(file: string, files: Files): Promise<string> {
  return Buffer.from(await readBytes(file, files)).toString();
}

/** Reads a file as bytes, for formats that declare their own encoding in the file. */
export async function readBytes(file: string, { processContext, readInput }: Files): Promise<Uint8Array> {
  if (file === "-") return readInput();
  try {
    return readFileSync(resolve(processContext.cwd, file));
  } catch (error) {
    throw new ReeveError("bad-input", `${file} cannot be read: ${fileReason(error)}`);
  }
}
