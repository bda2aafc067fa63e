import { type Context, type Given, limitsOf, type Result } from "@reeve/commands";
import { isReeveError, type ListedOperation, type OperationWait, ReeveError } from "@reeve/contract";
import { shown, startSpinner, stopwatch, symbols } from "@reeve/terminal";
import { waitBy } from "../services/shared/waits.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Performs an operation and waits for its completion, with a spinner on a terminal. With an output format for programs, the result is the
 * answer to the operation itself.
 */
export async function waitFor(
  listed: ListedOperation,
  wait: OperationWait,
  command: CommandContext,
  given: Given,
  { terminal, now, left }: Context,
): Promise<Result> {
  const begun = now();
  const { attempt } = limitsOf(given);
  const whole = left();
  using spinner = startSpinner(terminal.notes.screen(), "asking");
  const waiting = {
    ...(whole !== undefined && { within: whole }),
    ...(attempt !== undefined && { timeout: attempt }),
    onProgress: spinner.update,
  };
  const words = await waitBy(wait, listed, command, waiting).catch((thrown) => {
    if (!isReeveError(thrown, "cancelled") || thrown.mayHaveBeenDone) throw thrown;
    const sentence = "interrupted: work in progress continues; use plans show to see its state";
    throw new ReeveError("cancelled", sentence, thrown.context);
  });
  spinner.stop();
  const { body = null, text = "" } = command.session.lastAnswer(listed.name) ?? {};
  const { style } = command;
  const { done, dot } = symbols(style.unicode);
  const seen = `${style.paint.green(done)} ${shown(words, style)} ${dot} ${stopwatch(now() - begun)}`;
  return { body, text, lines: () => [terminal.results.isTerminal() ? seen : shown(words, style)] };
}
