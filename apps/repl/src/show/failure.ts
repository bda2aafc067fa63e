import { isReeveError } from "@reeve/contract";
import { endingOf, exitCodes, explain, explainJson, type Hints, type Style, shown, wrap } from "@reeve/terminal";
import { isInterrupt } from "../evaluate/node-repl.ts";
import { globalOf } from "../parts/kind.ts";

/** Hints that follow an error in the shell. */
const hints: Hints = {
  unauthenticated: "reeve login gets a new token; connect() then uses it.",
  forbidden: "reeve whoami shows who you are logged in as.",
  "server-failure": ".trace on shows each request and its answer.",
  "unexpected-response": ".trace on shows each request; _error contains the answer.",
  unreachable: "reeve doctor shows which check fails.",
  "untrusted-certificate": "reeve login --trust shows the authority and asks whether to trust it.",
  "timed-out": "{ timeout: 60_000 } as the second argument allows more time.",
  "rollout-failed": "If a plan does this work, use show plan to see which step failed, and why.",
  "still-pending": "The work continues. If a plan does this work, use show plan to see its state.",
};

/** The hints for an error. After an uncertain change, the hint is a call that shows whether the change was made. */
function hintsFor(error: unknown): Hints {
  if (!isReeveError(error) || !error.mayHaveBeenDone) return hints;
  const { verification } = error.context;
  if (verification === undefined) return {};
  const input = Object.keys(verification.input).length === 0 ? "" : inspect(verification.input);
  return { [error.code]: `${globalOf(verification.api)}.${verification.operation}(${input}) shows whether the change was made.` };
}

/** Writes a value as a JavaScript literal. */
function inspect(value: unknown): string {
  return process.getBuiltinModule("node:util").inspect(value);
}

/** Explains an error with the names that the user typed; undefined if the error's own message is enough. */
export type Explain = (error: unknown) => string | undefined;

/** Describes an error in a sentence, with advice on what to do. The stack is only in `_error`. */
export function failureLines(error: unknown, style: Style, clear: Explain, advice = hintsFor(error)): readonly string[] {
  if (isInterrupt(error)) return [style.paint.dim("cancelled")];
  if (isReeveError(error, "cancelled") && !error.mayHaveBeenDone) {
    return wrap(shown(error.message, style), style.width).map(style.paint.dim);
  }
  if (isReeveError(error)) return explain(error, style, advice);
  return explain(new Error(clear(error) ?? sentenceOf(error)), style, {});
}

/** Describes an error for programs in one line of JSON. */
export function failureJson(error: unknown): string {
  return explainJson(error, hintsFor(error));
}

/** The exit code for an error. */
export function shellExitCode(error: unknown): number {
  if (isInterrupt(error)) return exitCodes.cancelled;
  // A syntax error counts as bad input. For other errors of the user's code, the exit code is the same as in Node.
  return error instanceof SyntaxError ? exitCodes["bad-input"] : exitCodes[endingOf(error)];
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${inspect(error)}`;
  return error.message === "" ? error.name : `${error.name}: ${error.message}`;
}
