import { locate, surroundingsOfThisProcess } from "@reeve/profiles";
import type { Flags } from "./flags.ts";

/** Runs the file that is to be run first: the one that is named, else `repl.js` beside the profiles where there is one. */
export async function runFirst(
  { rc }: Flags,
  evaluate: (code: string, file: string) => Promise<unknown>,
): Promise<void> {
  if (rc === false) return;
  const { readFileSync } = process.getBuiltinModule("node:fs");
  if (rc !== undefined) return void (await evaluate(readFileSync(rc, "utf8"), rc));
  const { join, dirname } = process.getBuiltinModule("node:path");
  const file = join(dirname(locate(surroundingsOfThisProcess()).profiles), "repl.js");
  let code: string;
  try {
    code = readFileSync(file, "utf8");
  } catch {
    return;
  }
  await evaluate(code, file);
}
