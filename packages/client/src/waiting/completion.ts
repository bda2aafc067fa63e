import type { Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { duration, outcomeError, placeOf } from "./outcome.ts";
import { type PollLimits, poll } from "./poll.ts";
import { followRollout, type RolloutStep } from "./rollout.ts";
import { systemTime } from "./time.ts";
import { HOUR, type WaitOptions } from "./wait-options.ts";

/** How to wait for work that was started. */
export interface CompletionOptions extends WaitOptions {
  /**
   * Milliseconds within which the work must be seen to start. Otherwise the wait fails as not confirmed: it may not have happened. Default
   * 2 min.
   */
  readonly confirmWithin?: number;
}

/** What one poll shows of work that was started. */
export interface Observation {
  /** Whether the work can be seen to have started; once is enough. */
  readonly started: boolean;
  /** Whether the state is what it should be afterwards; it may have been so before the work started, too. */
  readonly finished: boolean;
  /** What is still missing, for the message. */
  readonly missing: string;
  /** Why it failed, if it did. */
  readonly failed?: string;
  /** The plan that shows it, if there is one. */
  readonly plan?: Plan;
}

/** Observes once the work that was started. */
export type Watcher = (options: CallOptions) => Promise<Observation>;

/**
 * Waits until work has been seen to start and then to finish. `what` begins the sentence of an error. If the caller started nothing
 * (`started` is false), an outage at the first poll ends the wait: the address may be wrong.
 */
export async function waitForCompletion(
  what: string,
  watch: Watcher,
  options: CompletionOptions,
  { started: asked = true }: Pick<PollLimits, "started"> = {},
): Promise<void> {
  const { within = HOUR, confirmWithin = 120_000, onProgress, time = systemTime } = options;
  const start = time.now();
  const follow = followRollout();
  let started = false;
  let missing = "no answer has come";
  let trouble = "";
  let seen: { readonly plan?: Plan; readonly at?: RolloutStep } = {};
  for await (const each of poll(watch, options, { within, started: asked })) {
    trouble = "outage" in each ? each.outage.error.message : "";
    if ("seen" in each) {
      const { seen: observation, isNew } = each;
      started ||= observation.started;
      missing = observation.missing;
      // Before the work starts, a plan still shows an earlier run.
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
  const waited = duration(time.now() - start);
  if (!started) {
    const reason = asked
      ? `${what} was requested, but did not start within ${waited}: check whether it has happened`
      : `${what} was not seen within ${waited}: ${trouble || missing}`;
    throw outcomeError({ ...seen, state: "not-confirmed", reason });
  }
  const where = seen.at ? placeOf(seen.at, time.now()) : missing;
  const now = trouble === "" ? "" : `; just now: ${trouble}`;
  throw outcomeError({ ...seen, state: "pending", reason: `${what} has not finished after ${waited}: ${where}${now}` });
}

/** Combines several watchers: the work has started when one of them says so, and is finished when all do. */
export function allOf(watchers: readonly Watcher[]): Watcher {
  return async (options) => {
    const observations = await Promise.all(watchers.map((watch) => watch(options)));
    const failed = observations.find((each) => each.failed !== undefined)?.failed;
    const plan = observations.find((each) => each.plan)?.plan;
    return {
      started: observations.some(({ started }) => started),
      finished: observations.every(({ finished }) => finished),
      missing: observations
        .filter(({ finished }) => !finished)
        .map(({ missing }) => missing)
        .join("; "),
      ...(failed !== undefined && { failed }),
      ...(plan && { plan }),
    };
  };
}
