import { ReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { failureOf } from "@reeve/testing/failure-of";
import type { CallOptions } from "@reeve/transport";
import { describe, expect, test } from "vitest";
import { planOf } from "../../test/plans.ts";
import { heldTime } from "../../test/time.ts";
import { waitForPlan } from "./plan-waits.ts";
import { outcomeOf, type RolloutProgress } from "./rollout.ts";

const begun = planOf("IN_PROGRESS", { "broker-0": "COMPLETE", "broker-1": "STARTING", "broker-2": "PENDING" });
const complete = planOf("COMPLETE", { "broker-0": "COMPLETE", "broker-1": "COMPLETE", "broker-2": "COMPLETE" });

function showing(...answers: readonly (Plan | Error)[]) {
  let polls = 0;
  const show = async () => {
    const answer = answers[Math.min(polls++, answers.length - 1)];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  };
  return { plans: { show } };
}

describe("waiting for a plan", () => {
  test("gives it when it is complete", async () => {
    expect(await waitForPlan(showing(begun, complete), {}, { time: heldTime() })).toEqual(complete);
  });

  test("takes no plan for a success that says COMPLETE and holds a step in ERROR", async () => {
    const odd = planOf("COMPLETE", { "broker-0": "COMPLETE", "broker-1": "ERROR" });
    const error = await failureOf(waitForPlan(showing(begun, odd), {}, { time: heldTime() }));
    expect(error.code).toBe("rollout-failed");
    expect(error.message).toContain("broker-1 is ERROR");
  });

  test("tells of its progress at each change", async () => {
    const reported: RolloutProgress[] = [];
    const time = heldTime();
    await waitForPlan(showing(begun, begun, complete), {}, { time, onProgress: (progress) => reported.push(progress) });
    expect(reported.map(({ done, total, state, at }) => [done, total, state, at?.step])).toEqual([
      [1, 3, "running", "broker-1"],
      [3, 3, "complete", undefined],
    ]);
  });

  test("that runs out says which step holds it up, since when, and its message", async () => {
    const error = await failureOf(waitForPlan(showing(begun), {}, { time: heldTime(), within: 600_000 }));
    expect(error).toMatchObject({ code: "still-pending" });
    expect(error.message).toBe("the deploy plan is not complete (1 of 3 steps): broker-1 is STARTING since 10 min");
    expect(outcomeOf(error)).toMatchObject({
      state: "pending",
      plan: begun,
      at: { phase: "Deploy", step: "broker-1", status: "STARTING", since: new Date("2026-01-01T00:00:00Z") },
    });
  });

  test("says of a step's message what is new in it", async () => {
    const [phase] = begun.phases;
    const steps = [{ id: "1", name: "broker-1", status: "STARTING", message: "Broker-1 is STARTING: no agent is left" }];
    const stuck = { ...begun, phases: phase ? [{ ...phase, steps }] : [] };
    const error = await failureOf(waitForPlan(showing(stuck), {}, { time: heldTime(), within: 600_000 }));
    expect(error.message).toMatch(/: broker-1 is STARTING since 10 min: no agent is left$/);
    expect(outcomeOf(error)?.at?.message).toBe("Broker-1 is STARTING: no agent is left");
  });

  test("counts from when a step has come to be as it is, or from when the server says", async () => {
    const earlier = planOf("IN_PROGRESS", { "broker-0": "STARTING", "broker-1": "PENDING" });
    const time = heldTime();
    const error = await failureOf(waitForPlan(showing(earlier, earlier, begun), {}, { time, within: 60_000, minDelay: 1_000 }));
    expect(outcomeOf(error)?.at?.since).toEqual(new Date("2026-01-01T00:00:02.500Z"));
    const [phase] = begun.phases;
    const timed = {
      ...begun,
      phases: [{ ...phase, steps: phase?.steps.map((step) => ({ ...step, started_at: "2025-12-31T23:00:00Z" })) }],
    };
    const failure = await failureOf(waitForPlan(showing(timed as Plan), {}, { time: heldTime(), within: 1_000 }));
    expect(outcomeOf(failure)?.at?.since).toEqual(new Date("2025-12-31T23:00:00Z"));
  });

  test("does not take a plan for complete that has a step under way", async () => {
    const hasty = planOf("COMPLETE", { "broker-0": "COMPLETE", "broker-1": "STARTING" });
    const odd = planOf("COMPLETE", { "broker-0": "COMPLETE", "broker-1": "SKIPPED" });
    expect(await waitForPlan(showing(begun, hasty, complete), {}, { time: heldTime() })).toEqual(complete);
    expect(await waitForPlan(showing(begun, odd), {}, { time: heldTime() })).toEqual(odd);
  });

  test("for one that waits for a person says so", async () => {
    const waiting = planOf("WAITING", { "broker-0": "COMPLETE", "broker-1": "WAITING" });
    const error = await failureOf(waitForPlan(showing(waiting), { plan: "deploy" }, { time: heldTime(), within: 5_000 }));
    expect(error.message).toContain("the deploy plan waits to be continued (1 of 2 steps): broker-1 is WAITING");
  });

  test("for one whose steps are all complete, and which is not, says so", async () => {
    const odd = planOf("IN_PROGRESS", { "broker-0": "COMPLETE" });
    const error = await failureOf(waitForPlan(showing(odd), {}, { time: heldTime(), within: 5_000 }));
    expect(error.message).toContain("its steps are complete, but the plan itself is not");
  });

  test("for one that fails throws what went wrong and where", async () => {
    const failed = planOf("ERROR", { "broker-0": "COMPLETE", "broker-1": "ERROR", "broker-2": "PENDING" }, { errors: ["no offer fits"] });
    const error = await failureOf(waitForPlan(showing(begun, failed), {}, { time: heldTime() }));
    expect(error).toMatchObject({ code: "rollout-failed" });
    expect(error.message).toBe("the deploy plan has failed: no offer fits; broker-1 is ERROR since 0 s");
    expect(outcomeOf(error)).toMatchObject({ state: "failed", plan: failed, at: { step: "broker-1" } });
  });

  test("names a reason once, if the server's error names the step and its reason", async () => {
    const [phase] = planOf("ERROR", { "broker-1": "ERROR" }).phases;
    const steps = phase?.steps.map((step) => ({ ...step, message: "no offer fits" })) ?? [];
    const failed = { ...planOf("ERROR", {}, { errors: ["broker-1: no offer fits"] }), phases: [{ ...phase, steps }] };
    const error = await failureOf(waitForPlan(showing(begun, failed as Plan), {}, { time: heldTime() }));
    expect(error.message).toBe("the deploy plan has failed: broker-1: no offer fits");
  });

  test("does not take what was complete before for complete now", async () => {
    const before = planOf("COMPLETE", { "broker-1": "COMPLETE" });
    const again = { ...before, phases: before.phases.map((phase) => ({ ...phase, id: "another" })) };
    const client = showing(before, before, begun, again);
    expect(await waitForPlan(client, { plan: "recovery" }, { time: heldTime(), differentFrom: before })).toEqual(again);
    const error = await failureOf(
      waitForPlan(showing(before), { plan: "recovery" }, { time: heldTime(), differentFrom: before, within: 9_000 }),
    );
    expect(error.message).toContain("did not change");
    expect(outcomeOf(error)?.state).toBe("not-confirmed");
  });

  test("that times out while the server does not answer says so", async () => {
    const down = new ReeveError("unreachable", "nothing listens there");
    const error = await failureOf(waitForPlan(showing(begun, down), {}, { time: heldTime(), within: 60_000 }));
    expect(error.code).toBe("still-pending");
    expect(error.message).toBe(
      "the deploy plan is not complete (1 of 3 steps): broker-1 is STARTING since 60 s; just now: nothing listens there",
    );
    expect(outcomeOf(error)).toMatchObject({ state: "pending", plan: begun });
  });

  test("that times out during a poll reports the last state, and no outage", async () => {
    const time = heldTime();
    let polls = 0;
    const show = async (_: unknown, { totalTimeout = 0 }: CallOptions = {}) => {
      if (polls++ === 0) return begun;
      await time.sleep(totalTimeout);
      throw new ReeveError("timed-out", "no answer within 10 ms, all attempts together");
    };
    const outages: unknown[] = [];
    const onOutage = (outage: unknown) => outages.push(outage);
    const error = await failureOf(waitForPlan({ plans: { show } }, {}, { time, within: 60_000, onOutage }));
    expect(error.message).toContain("the deploy plan is not complete (1 of 3 steps): broker-1 is STARTING");
    expect(outages).toEqual([]);
  });

  test("that times out before the first answer says so", async () => {
    const time = heldTime();
    const show = async (_: unknown, { totalTimeout = 0 }: CallOptions = {}) => {
      await time.sleep(totalTimeout);
      throw new ReeveError("timed-out", "no answer within 100 ms, all attempts together");
    };
    const error = await failureOf(waitForPlan({ plans: { show } }, {}, { time, within: 100 }));
    expect(error).toMatchObject({
      code: "still-pending",
      message: "the deploy plan could not be read before the timeout: the server did not answer",
    });
  });

  test.each(["within", "minDelay", "maxDelay", "outageLimit"])("takes only a time for %s", async (name) => {
    for (const wrong of [Number.NaN, -1, "1000", null, 10n]) {
      const error = await failureOf(waitForPlan(showing(complete), {}, { [name]: wrong as number }));
      expect(error).toMatchObject({ code: "bad-input" });
      expect(error.message).toContain(`${name}: expected a number of milliseconds`);
    }
  });

  test("other errors have no outcome", () => {
    expect(outcomeOf(new ReeveError("not-found", "x"))).toBeUndefined();
    expect(outcomeOf(new Error("x"))).toBeUndefined();
  });
});
