import { isReeveError, ReeveError } from "@reeve/contract";
import { surroundingsOfThisProcess } from "@reeve/profiles";
import { commandHints, endingOf, exitCodes, explain, explainJson, terminalOfThisProcess } from "@reeve/terminal";
import { flagsEverywhere, pageOf } from "./help/page.ts";
import { helpText } from "./help/text.ts";
import { type Group, isCommand } from "./model/command.ts";
import type { Context } from "./model/context.ts";
import { hasFlag } from "./model/given.ts";
import { readArguments } from "./parse/arguments.ts";
import { find } from "./parse/find.ts";
import { program } from "./program.ts";

/** Runs a command line in this process, and says with which exit code it ends. */
export async function run(line: readonly string[], root: Group = program): Promise<number> {
  const terminal = terminalOfThisProcess();
  const interruption = new AbortController();
  const interrupt = (name: string) => interruption.abort(name);
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  const context: Context = {
    terminal,
    surroundings: surroundingsOfThisProcess(),
    signal: interruption.signal,
    now: Date.now,
    readInput: readStandardInput,
  };
  try {
    await runLine(root, line, context);
    return exitCodes.done;
  } catch (thrown) {
    const error = interruption.signal.aborted ? interrupted(thrown) : thrown;
    const wantsJson = line.includes("--json") || line.some((word) => /^(?:-o|--output=)?jsonl?$/.test(word));
    const text = wantsJson ? [explainJson(error)] : explain(error, terminal.notes.look(), commandHints);
    terminal.notes.write(`${text.join("\n")}\n`);
    if (!isReeveError(error) && process.env.REEVE_DEBUG) console.error(error);
    return exitCodes[endingOf(error)];
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** Whoever has pressed Ctrl-C knows who gave up. */
function interrupted(thrown: unknown): unknown {
  if (!isReeveError(thrown, "cancelled") || thrown.message.startsWith("interrupted")) return thrown;
  return new ReeveError("cancelled", "interrupted", thrown.context);
}

async function runLine(root: Group, line: readonly string[], context: Context): Promise<void> {
  if (line[0] === "__complete") return completeLine(root, line.slice(1), context);
  const { target, path, rest } = await find(root, asked(line));
  const { results } = context.terminal;
  const help = () => {
    const page = pageOf(target, path);
    const sections = path.length === 0 ? [...page.sections, flagsEverywhere] : page.sections;
    const { width, paint } = results.look();
    results.write(helpText({ ...page, sections }, Number.isFinite(width) ? width : 80, paint));
  };
  if (!isCommand(target)) {
    readArguments(WORDLESS, path, rest);
    return help();
  }
  const given = readArguments(target, path, rest);
  if (hasFlag(given, "help")) return help();
  await target.run(given, context);
}

/** `reeve help broker topics` is `reeve broker topics --help`. */
function asked(line: readonly string[]): readonly string[] {
  return line[0] === "help" ? [...line.slice(1), "--help"] : line;
}

/** What the scripts of `reeve completion` ask: a candidate a line, the word, a tab, and what it is. */
async function completeLine(root: Group, words: readonly string[], context: Context): Promise<void> {
  const { complete } = await import("./commands/completion/complete.ts");
  const candidates = await complete(root, words, context);
  context.terminal.results.write(candidates.map(({ word, about }) => `${word}\t${about}\n`).join(""));
}

/** A group takes the flags of every command, and nothing else. */
const WORDLESS = { positionals: [], flags: [] };

async function readStandardInput(): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) text += chunk;
  return text;
}
