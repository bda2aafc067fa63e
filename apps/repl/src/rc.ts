import { locate, surroundingsOfThisProcess } from "@reeve/profiles";
import type { Flags } from "./flags.ts";
import { type Code, readCode } from "./read-code.ts";

/** What is to be run first: the file that is named, else `repl.js` beside the profiles where there is one. */
export function firstCode({ rc }: Pick<Flags, "rc">): Code | undefined {
  if (rc === false) return undefined;
  if (rc !== undefined) return readCode(rc);
  const { join, dirname } = process.getBuiltinModule("node:path");
  const { existsSync } = process.getBuiltinModule("node:fs");
  const file = join(dirname(locate(surroundingsOfThisProcess()).profiles), "repl.js");
  return existsSync(file) ? readCode(file) : undefined;
}
