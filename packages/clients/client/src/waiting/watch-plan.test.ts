import { getEventListeners } from "node:events";
import { ReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { planOf } from "../../test/plans.ts";
import { heldTime } from "../../test/time.ts";
import { watchPlan } from "./plan-waits.ts";
import type { Outage } from "./poll.ts";

const begun = planOf("IN_PROGRESS", { "broker-0": "IN_PROGRESS", "broker-1": "PENDING" });
const half = planOf("IN_PROGRESS", { "broker-0": "COMPLETE", "broker-1": "IN_PROGRESS" });
const stepsDone = planOf("IN_PROGRESS", { "broker-0": "COMPLETE", "broker-1": "COMPLETE" });
const complete = planOf("COMPLETE", { "broker-0": "COMPLETE", "broker-1": "COMPLETE" });
const down = new ReeveError("unreachable", "connection refused");

/** Shows these plans one after another and repeats the last one. */
function showing(...answers: readonly (Plan | Error)[]) {
  let polls = 0;
  return {
    polls: () => polls,
    plans: {
      show: async () => {
        const answer = answers[Math.min(polls++, answers.length - 1)];
        if (answer === undefined || answer instanceof Error) throw answer;
        return answer;
      },
    },
  };
}

async function all(plans: AsyncIterable<Plan>): Promise<readonly Plan[]> {
  const seen: Plan[] = [];
  for await (const plan of plans) seen.push(plan);
  return seen;
}

describe("watching a plan", () => {
  test("gives it as it is and at each change, until it is complete", async () => {
    const client = showing(begun, begun, half, stepsDone, stepsDone, complete);
    expect(await all(watchPlan(client, {}, { time: heldTime() }))).toEqual([begun, half, stepsDone, complete]);
    expect(client.polls()).toBe(6);
  });

  test.each([
    ["of ERROR", planOf("ERROR", { "broker-0": "ERROR" })],
    ["with errors", planOf("IN_PROGRESS", {}, { errors: ["no offer fits"] })],
  ])("ends when it is one %s", async (_, failed) => {
    expect(await all(watchPlan(showing(begun, failed), {}, { time: heldTime() }))).toEqual([begun, failed]);
  });

  test("goes on while it waits for a person", async () => {
    const waiting = planOf("WAITING", { "broker-0": "COMPLETE", "broker-1": "WAITING" });
    expect(await all(watchPlan(showing(waiting, complete), {}, { time: heldTime() }))).toEqual([waiting, complete]);
  });

  test("looks often at the beginning, for much is over at once, unless the caller says how often", async () => {
    const time = heldTime();
    const client = showing(begun, begun, begun, begun, begun, begun, begun, begun, half, complete);
    await all(watchPlan(client, {}, { time }));
    expect(time.slept.map(Math.round)).toEqual([50, 75, 113, 169, 253, 380, 570, 854, 500]);
  });

  test("asks less and less often while nothing moves, within bounds, and often again when something does", async () => {
    const time = heldTime();
    const client = showing(begun, begun, begun, begun, begun, half, complete);
    await all(watchPlan(client, {}, { time, minDelay: 100, maxDelay: 300 }));
    expect(time.slept).toEqual([100, 150, 225, 300, 300, 100]);
  });

  test("stops asking when it is no longer read", async () => {
    const client = showing(begun, half, complete);
    for await (const plan of watchPlan(client, {}, { time: heldTime() })) if (plan === half) break;
    expect(client.polls()).toBe(2);
  });

  test("ends at once when it is cancelled while it waits, and throws into the iterator", async () => {
    const plans = watchPlan(showing(begun), {}, { minDelay: 60_000 });
    await plans.next();
    const next = plans.next();
    expect(await plans.return()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    const others = watchPlan(showing(begun), {}, { minDelay: 60_000 });
    await others.next();
    await expect(others.throw(new Error("mine"))).rejects.toThrow("mine");
    expect(await others.next()).toEqual({ done: true, value: undefined });
  });

  test("leaves nothing on the caller's signal, however it ends", async () => {
    const { signal } = new AbortController();
    const ends = [showing(complete), showing(begun, begun), showing(begun, new ReeveError("not-found", "gone"))];
    for (const client of ends) {
      const plans = watchPlan(client, {}, { signal, time: heldTime() });
      await plans.next();
      await plans.return();
      expect(getEventListeners(signal, "abort")).toEqual([]);
    }
  });

  test("is ended by a signal, also while it waits", async () => {
    const controller = new AbortController();
    const plans = watchPlan(showing(begun), {}, { signal: controller.signal, minDelay: 60_000 });
    await plans.next();
    const next = failureOf(plans.next());
    controller.abort();
    expect(await next).toMatchObject({ code: "cancelled" });
  });
});

describe("an outage", () => {
  test("is survived, and each failed attempt and the recovery are reported", async () => {
    const outages: Outage[] = [];
    const time = heldTime();
    const client = showing(begun, down, down, begun, complete);
    const seen = await all(watchPlan(client, {}, { time, minDelay: 100, onOutage: (outage) => outages.push(outage) }));
    expect(seen).toEqual([begun, complete]);
    expect(outages.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["down", 1],
      ["down", 2],
      ["up", 2],
    ]);
    expect(new Set(outages.map(({ since }) => since.getTime())).size).toBe(1);
  });

  test("that lasts too long is the end", async () => {
    const time = heldTime();
    const watched = all(watchPlan(showing(begun, down), {}, { time, outageLimit: 60_000 }));
    expect(await failureOf(watched)).toBe(down);
    const slept = time.slept.reduce((sum, each) => sum + each, 0);
    expect(slept).toBeGreaterThanOrEqual(60_000);
    expect(slept).toBeLessThan(75_000);
  });

  test("at the first look is the end: the address may be wrong", async () => {
    expect(await failureOf(all(watchPlan(showing(down), {}, { time: heldTime() })))).toBe(down);
  });

  test.each([
    new ReeveError("not-found", "no such plan", { status: 404 }),
    new ReeveError("unauthenticated", "no token", { status: 401 }),
    new ReeveError("server-failure", "hidden in success", { status: 200 }),
  ])("is not what $code is: that is the end", async (error) => {
    expect(await failureOf(all(watchPlan(showing(begun, error), {}, { time: heldTime() })))).toBe(error);
  });
});
