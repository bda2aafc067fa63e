import { isReeveError, ReeveError } from "@reeve/contract";
import type { Settings } from "@reeve/profiles";
import { compileQuery } from "@reeve/terminal";
import type { Context } from "../context.ts";
import { type Format, formats } from "../everywhere.ts";
import { flagOf, hasFlag, type OutputChoice, type ParsedArguments } from "../parsed-arguments.ts";
import { settingsOf } from "../session/settings.ts";

/**
 * Takes the output format from the flags, or else from the settings. This is done before the command runs, so that a wrong format is
 * reported before anything is changed. The result of a query is JSON unless a flag says otherwise.
 */
export async function decide(args: ParsedArguments, context: Pick<Context, "processContext">): Promise<OutputChoice> {
  const expression = flagOf(args, "query");
  const format = formatTyped(args) ?? (expression === undefined ? formatSet(args, context) : "json");
  return { format, ...(expression !== undefined && { query: await compileQuery(expression) }) };
}

/** Whether the flags or settings choose JSON, so that errors are JSON, too. `--query` alone does not choose JSON. */
export function isForPrograms(args: ParsedArguments, context: Pick<Context, "processContext">): boolean {
  const format = formatTyped(args) ?? outputSet(args, context)?.value;
  return format === "json" || format === "jsonl";
}

/** Finds the output flags in a command line that could not be parsed, because they decide how the error is printed. */
export function flagsOfOutput(line: readonly string[]): ParsedArguments {
  const flags = new Map<string, string[]>();
  const end = line.indexOf("--");
  const words = end < 0 ? line : line.slice(0, end);
  for (const [at, word] of words.entries()) {
    const [, joined] = /^(?:-o=?|--output=)(.+)$/.exec(word) ?? [];
    const value = word === "-o" || word === "--output" ? words[at + 1] : joined;
    if (value !== undefined) flags.set("output", [value]);
  }
  // If the flags contradict each other, the error is printed as JSON, so that programs can read it.
  if (words.includes("--json")) flags.set("output", ["json"]);
  return { path: [], words: new Map(), flags };
}

function formatTyped(args: ParsedArguments): Format | undefined {
  const named = flagOf(args, "output") as Format | undefined;
  if (!hasFlag(args, "json")) return named;
  if (named === undefined || named === "json") return "json";
  throw new ReeveError("bad-input", `--json and -o ${named} contradict each other`);
}

function formatSet(args: ParsedArguments, context: Pick<Context, "processContext">): Format {
  const output = outputSet(args, context);
  if (!output) return "table";
  const format = formats.find((each) => each === output.value);
  if (format) return format;
  throw new ReeveError("bad-input", `output: expected ${formats.join(", ")}, got ${JSON.stringify(output.value)} (${output.origin})`);
}

/**
 * Returns the output format in the settings. Broken settings are not reported here, because the user may run a command that repairs them.
 * Commands that need the settings report the error.
 */
function outputSet(args: ParsedArguments, context: Pick<Context, "processContext">): Settings["output"] {
  try {
    return settingsOf(args, context).output;
  } catch (thrown) {
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}
