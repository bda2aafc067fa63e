import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ReeveError } from "@reeve/contract";
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
    throw new ReeveError("bad-input", `${file} cannot be read: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons.get(code) ?? (code || String(error));
}

const reasons = new Map([
  ["ENOENT", "there is no such file"],
  ["EACCES", "you may not"],
  ["EPERM", "you may not"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of its path is no folder"],
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the disk cannot be written to"],
]);
