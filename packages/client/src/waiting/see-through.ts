import type { Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { duration, placeOf, unhappyEnd } from "./outcome.ts";
import { type PollLimits, poll } from "./poll.ts";
import { followRollout, type RolloutStep } from "./rollout.ts";
import { systemTime } from "./time.ts";
import { HOUR, type WaitOptions } from "./wait-options.ts";

/** How to wait for what was set going. */
export interface SeeThroughOptions extends WaitOptions {
  /**
   * Milliseconds within which it must be seen to begin. What is never seen to begin is not confirmed, and never a success: it may not
   * have happened. 2 min unless said otherwise.
   */
  readonly confirmWithin?: number;
}

/** What one look says of something that was set going. */
export interface Sighting {
  /** Whether it can be seen that it has begun; once seen is enough. */
  readonly begun: boolean;
  /** Whether it looks as it should when it is over, which it may also have done before it began. */
  readonly over: boolean;
  /** What is still missing, for the sentence that says so. */
  readonly missing: string;
  /** Why it has failed, where it has. */
  readonly failed?: string;
  /** The plan that shows it, where one does. */
  readonly plan?: Plan;
}

/** Looks at something that was set going. */
export type Watcher = (options: CallOptions) => Promise<Sighting>;

/**
 * Waits until something has been seen to begin and then to end. `what` is the beginning of a sentence. Where nothing was set going
 * (`begun` is false), an outage at the first look is the end: the address may be wrong.
 */
export async function seeThrough(
  what: string,
  look: Watcher,
  options: SeeThroughOptions,
  { begun: asked = true }: Pick<PollLimits, "begun"> = {},
): Promise<void> {
  const { within = HOUR, confirmWithin = 120_000, onProgress, time = systemTime } = options;
  const start = time.now();
  const follow = followRollout();
  let begun = false;
  let missing = "nobody has answered";
  let trouble = "";
  let seen: { readonly plan?: Plan; readonly at?: RolloutStep } = {};
  for await (const each of poll(look, options, { within, begun: asked })) {
    trouble = "outage" in each ? each.outage.error.message : "";
    if ("seen" in each) {
      const { seen: sighting, isNew } = each;
      begun ||= sighting.begun;
      missing = sighting.missing;
      // What a plan says before it has begun is what it said of the time before.
      if (begun && sighting.plan) {
        const progress = follow(sighting.plan, time.now());
        seen = { plan: sighting.plan, ...(progress.at && { at: progress.at }) };
        if (isNew) onProgress?.(progress);
      }
      if (begun && sighting.failed !== undefined) {
        throw unhappyEnd({ ...seen, state: "failed", reason: `${what} has failed: ${sighting.failed}` });
      }
      if (begun && sighting.over) return;
    }
    if (!begun && time.now() - start >= confirmWithin) break;
  }
  const waited = duration(time.now() - start);
  if (!begun) {
    const reason = asked
      ? `${what} was asked for and not seen to begin within ${waited}: see whether it has happened`
      : `${what} was not seen within ${waited}: ${trouble || missing}`;
    throw unhappyEnd({ ...seen, state: "not-confirmed", reason });
  }
  const where = seen.at ? placeOf(seen.at, time.now()) : missing;
  const now = trouble === "" ? "" : `; just now: ${trouble}`;
  throw unhappyEnd({ ...seen, state: "pending", reason: `${what} is not over after ${waited}: ${where}${now}` });
}

/** Several who look at the same: one of them is enough to say that it has begun, all of them must say that it is over. */
export function together(watchers: readonly Watcher[]): Watcher {
  return async (options) => {
    const sightings = await Promise.all(watchers.map((look) => look(options)));
    const failed = sightings.find((each) => each.failed !== undefined)?.failed;
    const plan = sightings.find((each) => each.plan)?.plan;
    return {
      begun: sightings.some(({ begun }) => begun),
      over: sightings.every(({ over }) => over),
      missing: sightings
        .filter(({ over }) => !over)
        .map(({ missing }) => missing)
        .join("; "),
      ...(failed !== undefined && { failed }),
      ...(plan && { plan }),
    };
  };
}
