import {
  afterControlC,
  type Command,
  type CommandProcess,
  type Context,
  decide,
  type Endable,
  type Entry,
  endable,
  find,
  flagOf,
  flagsOfOutput,
  type Group,
  hasFlag,
  helpOf,
  hintsFor,
  isCommand,
  isForPrograms,
  levelOf,
  limitsOf,
  listed,
  type ParsedArguments,
  readArguments,
  thisProcess,
  traceFailure,
  withoutHint,
} from "@reeve/commands";
import { isReeveError } from "@reeve/contract";
import { exitCodeOf, exitCodes, explain, explainJson } from "@reeve/terminal";
import { program } from "./program.ts";

/** Runs a command line, and returns its exit code. */
export async function runCommandLine(
  line: readonly string[],
  { terminal, processContext, readInput, onInterrupt, onUnsettled }: CommandProcess = thisProcess(),
): Promise<number> {
  const { ending: signals, interrupt, limit, stop } = endable(Date.now);
  const { signal, interruption } = signals;
  const stopListening = onInterrupt(interrupt);
  let ending: "done" | "changes" = "done";
  const context: Context = {
    terminal,
    processContext,
    ...signals,
    foundChanges: () => {
      ending = "changes";
    },
    now: Date.now,
    readInput: () => readInput(signal),
  };
  const reading: Reading = { args: flagsOfOutput(line) };
  const printError = (error: unknown): number => {
    const { args, target: { compares, effect } = {} } = reading;
    const hints = hintsFor(error);
    const code = exitCodeOf(error, compares === "always" || (compares === "dry-run" && line.includes("--dry-run")));
    const text = isForPrograms(args, context) ? [explainJson(error, hints, code)] : explain(error, terminal.notes.style(), hints);
    const before = interruption.aborted ? afterControlC(terminal.notes) : "";
    // Who presses Ctrl-C to leave a watch needs no sentence about it.
    const isInterrupt = isReeveError(error, "cancelled") && error.message === interruption.reason?.message;
    const isLeft = isInterrupt && effect === "read" && !isForPrograms(args, context);
    terminal.notes.write(isLeft ? before : `${before}${text.join("\n")}\n`);
    if (!isReeveError(error) && processContext.env.REEVE_DEBUG) console.error(error);
    return code;
  };
  const stopWatching = onUnsettled(() => printError(withoutHint(new Error(UNSETTLED))));
  try {
    await runLine(program, line, context, limit, reading);
    return exitCodes[ending];
  } catch (thrown) {
    // When a signal is aborted, Node's own functions throw a general error. The reason of the abort is reported instead.
    return printError(signal.aborted && isAbort(thrown) ? signal.reason : thrown);
  } finally {
    stopListening();
    stopWatching();
    stop();
  }
}

const UNSETTLED =
  "the command ended before it was complete, because nothing kept the process running; its request may have been carried out";

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "AbortError";
}

/** What is known of the command line so far, which decides how an error is printed. */
interface Reading {
  target?: Command;
  args: ParsedArguments;
}

async function runLine(root: Group, line: readonly string[], context: Context, limit: Endable["limit"], reading: Reading): Promise<void> {
  if (line[0] === "__complete") {
    return (await import("./commands/completion/live.ts")).printCompletions(root, line.slice(1), context);
  }
  const { target, path, rest } = await find(root, await helpLine(root, line));
  const { results } = context.terminal;
  const help = async () => results.write(helpOf(await listed(target), path, results.style()));
  if (!isCommand(target)) {
    const args = readArguments(path.length === 0 ? PROGRAM : {}, path, rest);
    if (!hasFlag(args, "version")) return help();
    const { versionCommand } = await import("./commands/version.ts");
    return versionCommand.run({ ...args, output: await decide(args, context) }, context);
  }
  reading.target = target;
  const parsed = readArguments(target, path, rest);
  if (hasFlag(parsed, "help")) return help();
  const { whole } = limitsOf(parsed);
  if (whole !== undefined) limit(whole, flagOf(parsed, "timeout") ?? "");
  const output = await decide(parsed, context);
  reading.args = parsed;
  try {
    await target.run({ ...parsed, output }, context);
  } catch (thrown) {
    traceFailure(thrown, { level: levelOf(parsed), notes: context.terminal.notes });
    throw thrown;
  }
}

/**
 * Rewrites `reeve help broker topics` to `reeve broker topics --help`. If the word after `help` is not a command, it may be a topic, so the
 * line stays unchanged.
 */
async function helpLine({ entries, more }: Group, line: readonly string[]): Promise<readonly string[]> {
  const [first, name = "", ...rest] = line;
  if (first !== "help" || name === "help") return line;
  const isNamed = (entry: Entry) => entry.name === name || entry.aliases?.includes(name);
  if (entries.some(isNamed) || (await more?.())?.some(isNamed)) return [name, ...rest, "--help"];
  return name === "" || name.startsWith("-") ? line.slice(1) : line;
}

/** The program itself also takes --version, together with any general flag. A group takes only general flags. */
const PROGRAM = { flags: [{ name: "version", summary: "show the version" }] };
