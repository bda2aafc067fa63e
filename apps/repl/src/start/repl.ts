import { endingOf, exitCodes, explain, terminalOfThisProcess } from "@reeve/terminal";
import { shellVersion } from "../version.ts";
import { runBatch } from "./batch.ts";
import { readFlags, type ShellFlags, type ShellLimits, usage } from "./flags.ts";
import { runInteractive } from "./interactive.ts";
import { runTour } from "./tour.ts";

/**
 * Runs the shell with command line arguments and returns the exit code. `attempt` is the timeout in milliseconds of one attempt of a
 * request. `over` is aborted with a ReeveError at the timeout of the whole script, and `left` is the time until then in milliseconds.
 */
export async function repl(
  args: readonly string[],
  limits: { readonly attempt?: number; readonly over?: AbortSignal; readonly left?: number } = {},
): Promise<number> {
  const terminal = terminalOfThisProcess();
  try {
    return await run(readFlags(args), limits, (text) => terminal.results.write(text));
  } catch (error) {
    const lines = explain(error, terminal.notes.style());
    terminal.notes.write(lines.map((line) => `${line}\n`).join(""));
    return exitCodes[endingOf(error)];
  }
}

function run(flags: ShellFlags, limits: ShellLimits, print: (text: string) => void): Promise<number> | number {
  if (flags.help) print(usage);
  else if (flags.version) print(`${shellVersion}\n`);
  else if (isTyped(flags)) return runInteractive(flags, limits);
  else if (flags.tour) return runTour(flags, limits);
  else return runBatch(flags, limits);
  return 0;
}

/** Tells whether a user types the input at a terminal. */
function isTyped(flags: ShellFlags): boolean {
  if (flags.eval !== undefined || flags.script !== undefined) return false;
  if (flags.interactive) return true;
  return process.stdin.isTTY === true && terminalOfThisProcess().results.isTerminal();
}
