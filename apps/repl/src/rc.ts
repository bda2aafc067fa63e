import { contextOfThisProcess, locate } from "@reeve/profiles";
import type { ShellFlags } from "./flags.ts";
import { type Code, readCode } from "./read-code.ts";

/** The code to run first: the given file, or `repl.js` in the profile folder, if there is one. */
export function firstCode({ rc }: Pick<ShellFlags, "rc">): Code | undefined {
  if (rc === false) return undefined;
  if (rc !== undefined) return readCode(rc);
  const { join, dirname } = process.getBuiltinModule("node:path");
  const { existsSync } = process.getBuiltinModule("node:fs");
  const file = join(dirname(locate(contextOfThisProcess()).profiles), "repl.js");
  return existsSync(file) ? readCode(file) : undefined;
}
