import { isReeveError } from "@reeve/contract";
import { endingOf, exitCodes, explain, explainJson, type Hints, type Style, shown, wrap } from "@reeve/terminal";
import { isInterrupt } from "../evaluate/node-repl.ts";
import { globalOf } from "../kind.ts";

/** Hints after an error in the shell. */
const hints: Hints = {
  unauthenticated: "reeve login gets a new token; connect() then uses it.",
  forbidden: "reeve whoami shows who you are logged in as.",
  "server-failure": ".trace on shows what is sent and answered.",
  "unexpected-response": ".trace on shows what is sent; _error has what was answered.",
  unreachable: "reeve doctor shows which check fails.",
  "untrusted-certificate": "reeve login --trust shows the authority and asks.",
  "timed-out": "{ timeout: 60_000 } as the second argument allows more time.",
  "rollout-failed": "If it is part of a plan, show plan tells which step failed, and why.",
  "still-pending": "It continues. If it is part of a plan, show plan tells its state.",
};

/** The hints for an error. For an uncertain change it is the read that verifies it, as it is typed. */
function hintsFor(error: unknown): Hints {
  if (!isReeveError(error) || !error.mayHaveBeenDone) return hints;
  const { verification } = error.context;
  if (verification === undefined) return {};
  const input = Object.keys(verification.input).length === 0 ? "" : inspect(verification.input);
  return { [error.code]: `${globalOf(verification.api)}.${verification.operation}(${input}) shows whether it was.` };
}

/** As a literal of JavaScript. */
function inspect(value: unknown): string {
  return process.getBuiltinModule("node:util").inspect(value);
}

/** Explains an error in terms of what was typed; undefined if its message is enough. */
export type Explain = (error: unknown) => string | undefined;

/** An error as text: a sentence, and what to do. The stack is in `_error`. */
export function failureLines(
  error: unknown,
  style: Style,
  clear: Explain,
  advice = hintsFor(error),
): readonly string[] {
  if (isInterrupt(error)) return [style.paint.dim("cancelled")];
  if (isReeveError(error, "cancelled") && !error.mayHaveBeenDone) {
    return wrap(shown(error.message, style), style.width).map(style.paint.dim);
  }
  if (isReeveError(error)) return explain(error, style, advice);
  return explain(new Error(clear(error) ?? sentenceOf(error)), style, {});
}

/** The same for programs: one line of JSON. */
export function failureJson(error: unknown): string {
  return explainJson(error, hintsFor(error));
}

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (isInterrupt(error)) return exitCodes.cancelled;
  // A misspelt name is bad input; errors of the user's own code exit like those of any program.
  return error instanceof SyntaxError ? exitCodes["bad-input"] : exitCodes[endingOf(error)];
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${inspect(error)}`;
  return error.message === "" ? error.name : `${error.name}: ${error.message}`;
}
