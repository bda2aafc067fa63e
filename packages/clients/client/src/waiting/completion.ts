import { defined } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { HOUR, type PollLimits, poll, type WaitOptions } from "./poll.ts";
import { durationInWords, followRollout, outcomeError, type RolloutStep, stepInWords } from "./rollout.ts";
import { systemTime } from "./time.ts";

/** How to wait for work that has been requested. */
export interface CompletionOptions extends WaitOptions {
  /**
   * How many milliseconds the work may take until it visibly starts. If it does not start in time, the wait fails as not confirmed, because
   * the work may not have been done. Default 2 min.
   */
  readonly confirmWithin?: number;
}

/** What a poll shows about the work. */
export interface Observation {
  /** Whether the work has visibly started. One such observation is enough. */
  readonly started: boolean;
  /** Whether the state is the one that the work should produce. It may have been the same before the work began. */
  readonly finished: boolean;
  /** What is still missing, for error messages. */
  readonly missing: string;
  /** Why the work failed; undefined if it did not. */
  readonly failed?: string;
  /** The plan that performs the work, if any. */
  readonly plan?: Plan;
}

/** Observes the requested work once. */
export type Watcher = (options: CallOptions) => Promise<Observation>;

/**
 * Waits until work has visibly started and then finished. `what` begins the error message. If it is not certain that the work was requested
 * (`started` is false), an outage at the first poll ends the wait, because the address may be wrong.
 */
export async function waitForCompletion(
  what: string,
  watch: Watcher,
  options: CompletionOptions,
  { started: requested = true }: Pick<PollLimits, "started"> = {},
): Promise<void> {
  const { within = HOUR, confirmWithin = 120_000, onProgress, time = systemTime } = options;
  const start = time.now();
  const follow = followRollout();
  let started = false;
  let missing = "no answer was received";
  let trouble = "";
  let seen: { readonly plan?: Plan; readonly at?: RolloutStep } = {};
  for await (const each of poll(watch, options, { within, started: requested })) {
    trouble = "outage" in each ? each.outage.error.message : "";
    if ("seen" in each) {
      const { seen: observation, isNew } = each;
      started ||= observation.started;
      missing = observation.missing;
      // Until the work starts, the plan still shows an earlier run.
      if (started && observation.plan) {
        const progress = follow(observation.plan, time.now());
        seen = { plan: observation.plan, ...(progress.at && { at: progress.at }) };
        if (isNew) onProgress?.(progress);
      }
      if (started && observation.failed !== undefined) {
        throw outcomeError({ ...seen, state: "failed", reason: `${what} has failed: ${observation.failed}` });
      }
      if (started && observation.finished) return;
    }
    if (!started && time.now() - start >= confirmWithin) break;
  }
  const waited = durationInWords(time.now() - start);
  if (!started) {
    const reason = requested
      ? `${what} was requested, but did not start within ${waited}: check whether it has happened`
      : `${what} could not be observed within ${waited}: ${trouble || missing}`;
    throw outcomeError({ ...seen, state: "not-confirmed", reason });
  }
  const where = seen.at ? stepInWords(seen.at, time.now()) : missing;
  const now = trouble === "" ? "" : `; just now: ${trouble}`;
  throw outcomeError({ ...seen, state: "pending", reason: `${what} has not finished after ${waited}: ${where}${now}` });
}

/** Combines several watchers: the work has started when one of them reports the start, and has finished when all of them report the end. */
export function allOf(watchers: readonly Watcher[]): Watcher {
  return async (options) => {
    const observations = await Promise.all(watchers.map((watch) => watch(options)));
    const failed = observations.find((each) => each.failed !== undefined)?.failed;
    const plan = observations.find((each) => each.plan)?.plan;
    const unfinished = observations.filter(({ finished }) => !finished);
    return defined({
      started: observations.some(({ started }) => started),
      finished: unfinished.length === 0,
      missing: unfinished.map(({ missing }) => missing).join("; "),
      failed,
      plan,
    });
  };
}
