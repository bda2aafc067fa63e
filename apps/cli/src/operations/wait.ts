import { type Context, type Given, limitsOf, type Result } from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import { shown, startSpinner, stopwatch, symbols } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "./show.ts";

/**
 * Performs an operation and waits for its completion, with a spinner on a terminal. With an output format for programs, the result is the
 * answer to the operation itself.
 */
export async function waitFor(
  wait: NonNullable<CommandExtras["wait"]>,
  operation: string,
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
  const words = await wait(command, waiting).catch((thrown) => {
    if (!isReeveError(thrown, "cancelled") || thrown.mayHaveBeenDone) throw thrown;
    const sentence = "interrupted: work in progress continues; use plans show to see its state";
    throw new ReeveError("cancelled", sentence, thrown.context);
  });
  spinner.stop();
  const { body = null, text = "" } = command.session.lastAnswer(operation) ?? {};
  const { style } = command;
  const { done, dot } = symbols(style.unicode);
  const seen = `${style.paint.green(done)} ${shown(words, style)} ${dot} ${stopwatch(now() - begun)}`;
  return { body, text, lines: () => [terminal.results.isTerminal() ? seen : shown(words, style)] };
}
