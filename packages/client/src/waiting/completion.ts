import type { Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { duration, outcomeError, placeOf } from "./outcome.ts";
import { type PollLimits, poll } from "./poll.ts";
import { followRollout, type RolloutStep } from "./rollout.ts";
import { systemTime } from "./time.ts";
import { HOUR, type WaitOptions } from "./wait-options.ts";

/** How to wait for what was set going. */
export interface CompletionOptions extends WaitOptions {
  /**
   * Milliseconds within which it must be seen to begin. What is never seen to begin is not confirmed, and never a success: it may not
   * have happened. 2 min unless said otherwise.
   */
  readonly confirmWithin?: number;
}

/** What one look says of something that was set going. */
export interface Observation {
  /** Whether it can be seen that it has begun; once seen is enough. */
  readonly started: boolean;
  /** Whether it looks as it should when it is over, which it may also have done before it began. */
  readonly finished: boolean;
  /** What is still missing, for the sentence that says so. */
  readonly missing: string;
  /** Why it has failed, where it has. */
  readonly failed?: string;
  /** The plan that shows it, where one does. */
  readonly plan?: Plan;
}

/** Looks at something that was set going. */
export type Watcher = (options: CallOptions) => Promise<Observation>;

/**
 * Waits until something has been seen to begin and then to end. `what` is the beginning of a sentence. Where nothing was set going
 * (`begun` is false), an outage at the first look is the end: the address may be wrong.
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
  let missing = "nobody has answered";
  let trouble = "";
  let seen: { readonly plan?: Plan; readonly at?: RolloutStep } = {};
  for await (const each of poll(watch, options, { within, started: asked })) {
    trouble = "outage" in each ? each.outage.error.message : "";
    if ("seen" in each) {
      const { seen: observation, isNew } = each;
      started ||= observation.started;
      missing = observation.missing;
      // What a plan says before it has begun is what it said of the time before.
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
      ? `${what} was asked for and not seen to begin within ${waited}: see whether it has happened`
      : `${what} was not seen within ${waited}: ${trouble || missing}`;
    throw outcomeError({ ...seen, state: "not-confirmed", reason });
  }
  const where = seen.at ? placeOf(seen.at, time.now()) : missing;
  const now = trouble === "" ? "" : `; just now: ${trouble}`;
  throw outcomeError({ ...seen, state: "pending", reason: `${what} is not over after ${waited}: ${where}${now}` });
}

/** Several who look at the same: one of them is enough to say that it has begun, all of them must say that it is over. */
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
