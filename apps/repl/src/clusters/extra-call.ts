import type { PlanWaitOptions, PollOptions, RolloutProgress } from "@reeve/client";
import { fillIn, isRecord, isReeveError, ReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { endLine, progressWords, startSpinner } from "@reeve/terminal";
import type { ShellState } from "../start/shell.ts";
import { confirmInShell } from "./agreement.ts";
import { drawingOf, noteSecrets } from "./call.ts";
import type { ServiceMethod } from "./instance.ts";
import { watching } from "./watching.ts";

/**
 * Calls a method that needs more than one request. A wait shows its progress. If the result of a typed line is a watch, the shell runs the
 * watch to its end.
 */
export function callExtra(shell: ShellState, { instance, noun, verb, listed, extra }: ServiceMethod, args: readonly unknown[]): unknown {
  const work = instance.client[noun]?.[verb] as (...args: readonly unknown[]) => unknown;
  const takesInput = listed !== undefined;
  const [input, options] = takesInput ? args : [undefined, args[0]];
  const own = (isRecord(options) ? options : {}) as PlanWaitOptions;
  if (verb === "watch") {
    const plan = isRecord(input) && typeof input.plan === "string" ? input.plan : "deploy";
    const poll = (more: PollOptions) => work(input ?? {}, { ...own, ...more }) as AsyncGenerator<Plan, void, void>;
    return watching(shell, { plan, poll, saw: (each) => instance.seen.set(plan, each) });
  }
  if (listed) noteSecrets(shell, listed, input);
  const begun = Date.now();
  const promise = shell.inFlight.run(async (signal) => {
    if (listed) await confirmInShell(shell, instance, listed, input, signal);
    const spinner = startSpinner(shell.terminal.notes.screen(), `${noun}.${verb}`);
    const onProgress = (progress: RolloutProgress) => {
      spinner.update(progressWords("", progress).trim());
      own.onProgress?.(progress);
    };
    try {
      const all = { ...own, signal, onProgress };
      const value = await (takesInput ? work(input ?? {}, all) : work(all));
      // A wait without a result ends with a sentence about its success.
      if (value === undefined && extra?.done !== undefined) spinner.succeed(extra.done);
      return value;
    } catch (error) {
      throw stoppedWaiting(error, extra?.continues ?? "");
    } finally {
      spinner.stop();
      instance.names.forget();
    }
  }, own.signal);
  shell.drawings.promised(promise, (value) => {
    if (extra?.done === undefined) return listed ? drawingOf(shell, instance, listed.name, input, value) : undefined;
    const words = fillIn(extra.done, isRecord(input) ? input : {});
    const took = Date.now() - begun;
    return { lines: (style) => [endLine(words, took, style)] };
  });
  return promise;
}

/** Rewords the error after Ctrl-C: it says which work continues in the cluster. */
function stoppedWaiting(error: unknown, continues: string): unknown {
  if (!isReeveError(error, "cancelled") || error.mayHaveBeenDone || continues === "") return error;
  const sentence = `no longer waiting: ${continues}; use show plans to see its state`;
  return new ReeveError("cancelled", sentence, error.context, { cause: error });
}
