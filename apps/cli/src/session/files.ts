import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ReeveError } from "@reeve/contract";
import { fileReason } from "@reeve/profiles";
import type { Context } from "../model/context.ts";

/** The text of a file that was named on the command line; `-` is standard input. */
export async function readText(
  file: string,
  { surroundings, readInput }: Pick<Context, "surroundings" | "readInput">,
): Promise<string> {
  if (file === "-") return readInput();
  try {
    return readFileSync(resolve(surroundings.cwd, file), "utf8");
  } catch (error) {
    throw new ReeveError("bad-input", `${file} cannot be read: ${fileReason(error)}`);
  }
}
