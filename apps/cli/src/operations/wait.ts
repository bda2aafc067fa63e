import { isReeveError, ReeveError } from "@reeve/contract";
import { shown, startSpinner, stopwatch, symbols } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import type { Given } from "../model/given.ts";
import type { Result } from "../output/result.ts";
import { limitsOf } from "../session/limits.ts";
import type { Scene, Show } from "./show.ts";

/** Does something and waits until it is done, with a spinner on a terminal. The data result is the answer of the operation itself. */
export async function waitFor(
  wait: NonNullable<Show["wait"]>,
  operation: string,
  scene: Scene,
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
    onProgress: spinner.say,
  };
  const words = await wait(scene, waiting).catch((thrown) => {
    if (!isReeveError(thrown, "cancelled") || thrown.mayHaveBeenDone) throw thrown;
    const sentence = "interrupted: work that has begun continues; plans show tells its state";
    throw new ReeveError("cancelled", sentence, thrown.context);
  });
  spinner.stop();
  const { body = null, text = "" } = scene.session.lastAnswer(operation) ?? {};
  const { style } = scene;
  const { done, dot } = symbols(style.unicode);
  const seen = `${style.paint.green(done)} ${shown(words, style)} ${dot} ${stopwatch(now() - begun)}`;
  return { body, text, lines: () => [terminal.results.isTerminal() ? seen : shown(words, style)] };
}
