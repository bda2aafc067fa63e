import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ReeveError } from "@reeve/contract";
import { fileReason } from "@reeve/profiles";
import type { Context } from "../model/context.ts";

type Files = Pick<Context, "processContext" | "readInput">;

/** The text of a file named on the command line; `-` is standard input. */
export async function readText(file: string, files: Files): Promise<string> {
  return (await readBytes(file, files)).toString();
}

/** The bytes of a file that declares its own encoding. */
export async function readBytes(file: string, { processContext, readInput }: Files): Promise<Buffer> {
  if (file === "-") return readInput();
  try {
    return readFileSync(resolve(processContext.cwd, file));
  } catch (error) {
    throw new ReeveError("bad-input", `${file} cannot be read: ${fileReason(error)}`);
  }
}
