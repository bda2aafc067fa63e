import { isReeveError, ReeveError } from "@reeve/contract";
import type { Settings } from "@reeve/profiles";
import { compileQuery } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import { type Format, formats } from "../model/everywhere.ts";
import { flagOf, type Given, hasFlag } from "../model/given.ts";
import type { Wanted } from "../model/wanted.ts";
import { settingsOf } from "../session/settings.ts";

/**
 * Decides how a result is to be written, by the flags, or else the settings. It is done before anything is asked for: a change that was
 * done must not end with the error that nobody can write it so. What a query takes out is JSON unless a flag says otherwise.
 */
export async function decide(given: Given, context: Pick<Context, "surroundings">): Promise<Wanted> {
  const expression = flagOf(given, "query");
  const format = formatTyped(given) ?? (expression === undefined ? formatSet(given, context) : "json");
  return { format, ...(expression !== undefined && { query: await compileQuery(expression) }) };
}

/** Whether somebody asked for what programs read: then errors are for programs, too. What a query takes out says nothing of that. */
export function isForPrograms(given: Given, context: Pick<Context, "surroundings">): boolean {
  const format = formatTyped(given) ?? outputSet(given, context)?.value;
  return format === "json" || format === "jsonl";
}

/** The flags of output in a line that could not be read: that is an error, too, and has to be told in some way. */
export function flagsOfOutput(line: readonly string[]): Given {
  const flags = new Map<string, string[]>();
  const end = line.indexOf("--");
  const words = end < 0 ? line : line.slice(0, end);
  for (const [at, word] of words.entries()) {
    const [, joined] = /^(?:-o=?|--output=)(.+)$/.exec(word) ?? [];
    const value = word === "-o" || word === "--output" ? words[at + 1] : joined;
    if (value !== undefined) flags.set("output", [value]);
  }
  // Where two things are said, programs must be able to read that.
  if (words.includes("--json")) flags.set("output", ["json"]);
  return { path: [], words: new Map(), flags };
}

function formatTyped(given: Given): Format | undefined {
  const named = flagOf(given, "output") as Format | undefined;
  if (!hasFlag(given, "json")) return named;
  if (named === undefined || named === "json") return "json";
  throw new ReeveError("bad-input", `--json and -o ${named} say two things`);
}

function formatSet(given: Given, context: Pick<Context, "surroundings">): Format {
  const output = outputSet(given, context);
  if (!output) return "table";
  const format = formats.find((each) => each === output.value);
  if (format) return format;
  throw new ReeveError(
    "bad-input",
    `output: expected ${formats.join(", ")}, got ${JSON.stringify(output.value)} (${output.origin})`,
  );
}

/** Settings that cannot be read are the business of commands that need them: some are there to mend them. */
function outputSet(given: Given, context: Pick<Context, "surroundings">): Settings["output"] {
  try {
    return settingsOf(given, context).output;
  } catch (thrown) {
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}
