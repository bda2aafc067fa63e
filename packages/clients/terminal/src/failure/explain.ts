import { isReeveError } from "@reeve/contract";
import { jsonLine } from "../output/json-text.ts";
import { wrapSentence } from "../text/fit.ts";
import { type Style, shown } from "../text/style.ts";
import { type Ending, endingOf, exitCodeOf } from "./exit-codes.ts";

/** Advice on what the user can do next, by ending. */
export type Hints = Readonly<Partial<Record<Ending, string>>>;

/** Hints for users of the command line. Errors whose message already contains advice have no hint. */
export const commandHints: Hints = {
  defect: "This is a defect of Reeve. Please report it with the output of -v.",
  unauthenticated: "reeve login gets a new token; reeve whoami shows which token is used.",
  forbidden: "reeve whoami shows who you are logged in as.",
  "server-failure": "-v shows requests and answers.",
  "unexpected-response": "-v shows the answer; reeve doctor shows whether this is the address of a cluster.",
  unreachable: "reeve doctor shows which check fails.",
  "untrusted-certificate": "reeve login --trust shows the authority and asks whether to trust it; or give --ca FILE.",
  "timed-out": "--request-timeout and --timeout allow more time; reeve doctor shows which check fails.",
  "rollout-failed": "If the work is part of a plan, use plans show to see which step failed, and why.",
  "still-pending":
    "The work continues; use --timeout to wait longer. If it is part of a plan, use plans show to see the plan's state.",
};

/** An error as lines: its message, one line for each of several mistakes, and a hint if there is one. The lines contain no stack trace. */
export function explain(error: unknown, style: Style, hints: Hints = commandHints): readonly string[] {
  const hint = hints[endingOf(error)];
  const room = style.width - MARK.length - 1;
  const sentences = messageOf(error).trimEnd().split(/\r?\n/);
  const sentence = sentences.flatMap((line) => wrapSentence(shown(line, style), room));
  const advice = hint === undefined ? [] : wrapSentence(hint, room).map(style.paint.dim);
  return [...sentence, ...advice].map((line, index) =>
    index === 0 ? `${style.paint.red(MARK)} ${line}` : `${" ".repeat(MARK.length)} ${line}`,
  );
}

const MARK = "error:";

/** An error for programs, as one line of JSON with the code, the exit code and the context. */
export function explainJson(error: unknown, hints: Hints = commandHints, exitCode = exitCodeOf(error)): string {
  const ending = endingOf(error);
  const hint = hints[ending];
  return jsonLine({
    error: {
      code: ending,
      message: messageOf(error),
      exitCode,
      ...(hint !== undefined && { hint }),
      ...(isReeveError(error) && error.context),
    },
  });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? error.name : error.message;
}
