import { brokerApi } from "@reeve/broker-models";
import type { Plan } from "@reeve/scheduler-models";
import { failureOf } from "@reeve/testing/failure-of";
import { expect, test } from "vitest";
import { cluster } from "../../test/cluster.ts";
import { planOf } from "../../test/plans.ts";
import { createClient } from "../client.ts";
import { waitForPlan, watchPlan } from "./plan-waits.ts";
import { outcomeOf } from "./rollout.ts";
import { systemTime, type Time } from "./time.ts";

const begun = planOf("IN_PROGRESS", { "broker-0": "IN_PROGRESS" });
const complete = planOf("COMPLETE", { "broker-0": "COMPLETE" });

/** Short pauses take no time and long pauses never end, so that only events continue a wait. */
const notified: Time = { ...systemTime, sleep: (time, signal) => systemTime.sleep(time < 1000 ? 0 : 1e6, signal) };

const eventsAnswer = (next: string, text = "") => new Response(text, { headers: { "reeve-events-next": next } });
const eventOf = (name: string) => `id: p-2\nevent: ${name}\ndata: {"service":"kafka"}\n\n`;

/** A service with a plan and events; `events` answers requests for events after `now`. */
function service(events: (requested: string, count: number) => Response | Promise<Response>) {
  let plan: Plan = begun;
  const server = cluster((requested, count) => {
    if (!requested.includes("/reeve/v1/events")) return [plan.status === "COMPLETE" ? 200 : 202, plan];
    return requested.includes("after=now") ? eventsAnswer("p-1") : events(requested, count);
  });
  const { url, fetch, asked } = server;
  const client = createClient(brokerApi, { url, fetch, service: "kafka", revision: "R3", retries: 0 });
  const fulfil = () => {
    plan = complete;
  };
  return { client, asked, fulfil };
}

async function statusesOf(plans: AsyncIterable<Plan>): Promise<readonly string[]> {
  const statuses: string[] = [];
  for await (const { status } of plans) statuses.push(status);
  return statuses;
}

const PLAN = "GET /plans/deploy";
const BEGIN = "GET /reeve/v1/events?service=kafka&after=now&wait=0";
const after = (id: string) => `GET /reeve/v1/events?service=kafka&after=${id}&wait=30`;

test("a plan is asked for again when an event tells of it, and not before", async () => {
  const { client, asked, fulfil } = service((line) => {
    if (line === after("p-1")) return eventsAnswer("p-2", eventOf("node"));
    fulfil();
    return eventsAnswer("p-3", eventOf("step"));
  });
  expect(await statusesOf(watchPlan(client, {}, { time: notified }))).toEqual(["IN_PROGRESS", "COMPLETE"]);
  expect(asked).toEqual([PLAN, BEGIN, PLAN, after("p-1"), after("p-2"), PLAN]);
});

test("a plan that is complete costs one request", async () => {
  const { client, asked, fulfil } = service(() => eventsAnswer("p-1"));
  fulfil();
  expect((await waitForPlan(client, {}, { time: notified })).status).toBe("COMPLETE");
  expect(asked).toEqual([PLAN]);
});

test.each([
  ["does not know them", () => [404, { title: "not found" }] as const],
  ["answers everything with its page", () => [200, "<html>"] as const],
])("a server that %s is asked for events once, and for the plan after pauses", async (_, answer) => {
  const statuses = [begun, begun, begun, begun, complete];
  const { url, fetch, asked } = cluster((line) =>
    line.includes("/reeve/v1/") ? answer() : [200, statuses.length > 1 ? statuses.shift() : complete],
  );
  const client = createClient(brokerApi, { url, fetch, service: "kafka", revision: "R3" });
  await statusesOf(watchPlan(client, {}, { time: notified }));
  await statusesOf(watchPlan(client, {}, { time: notified }));
  expect(asked).toEqual([PLAN, BEGIN, PLAN, PLAN, PLAN, PLAN, PLAN]);
});

test("events that fail leave the plan to be asked for after pauses", async () => {
  const { client, asked, fulfil } = service((_, count) => {
    if (count === 2) fulfil();
    throw new TypeError("fetch failed");
  });
  const short: Time = { ...systemTime, sleep: (_, signal) => systemTime.sleep(0, signal) };
  expect(await statusesOf(watchPlan(client, {}, { time: short }))).toEqual(["IN_PROGRESS", "COMPLETE"]);
  expect(asked.slice(0, 6)).toEqual([PLAN, BEGIN, PLAN, after("p-1"), PLAN, after("p-1")]);
});

test("who stops watching waits for no event, and the end of the time comes in time", async () => {
  const { client } = service(() => new Promise<Response>(() => {}));
  const ending = new AbortController();
  const watching = statusesOf(watchPlan(client, {}, { time: notified, signal: ending.signal }));
  setTimeout(() => ending.abort(), 20);
  expect((await failureOf(watching)).code).toBe("cancelled");
  const begunAt = performance.now();
  const failure = await failureOf(waitForPlan(client, {}, { within: 150 }));
  expect(outcomeOf(failure)?.state).toBe("pending");
  expect(performance.now() - begunAt).toBeLessThan(1000);
});
