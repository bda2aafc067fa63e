import type { Context } from "../model/context.ts";
import type { Given } from "../model/given.ts";
import { startSpinner } from "@reeve/terminal";
import type { Result } from "../output/result.ts";
import { limitsOf } from "../session/limits.ts";
import type { Show, View } from "./show.ts";

/** Does something and waits until it is so, with a spinner where somebody looks at it. */
export async function waitFor(
  wait: NonNullable<Show["wait"]>,
  view: View,
  given: Given,
  { terminal }: Context,
): Promise<Result> {
  const { attempt, whole } = limitsOf(given);
  using spinner = startSpinner(terminal.notes.screen(), "asking");
  const { body, text, words } = await wait(view, {
    ...(whole !== undefined && { within: whole }),
    ...(attempt !== undefined && { timeout: attempt }),
    onProgress: spinner.say,
  });
  spinner.stop();
  return { body, ...(text !== undefined && { text }), lines: () => [words] };
}
