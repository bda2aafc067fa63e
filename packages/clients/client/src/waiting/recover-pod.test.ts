import { brokerApi } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import type { NodeInfo, Plan } from "@reeve/scheduler-models";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { planOf } from "../../test/plans.ts";
import { heldTime } from "../../test/time.ts";
import { attach } from "../description.ts";
import { type ListsPods, podWaits } from "./pod-waits.ts";
import { recoverPod } from "./recover-pod.ts";
import { outcomeOf } from "./rollout.ts";

const COMPLETE = planOf("COMPLETE", { "name-0": "COMPLETE" });
const recovering = planOf("IN_PROGRESS", { "name-0": "STARTING" });
const another = planOf("IN_PROGRESS", { "name-0": "COMPLETE", "data-1": "STARTING" });

type Tasks = Readonly<Record<string, readonly [id: string, state?: string]>>;

function infoOf(tasks: Tasks): NodeInfo {
  return Object.entries(tasks).map(([name, [id, state]]) => ({
    info: { name, taskId: { value: id } },
    ...(state !== undefined && { status: { taskId: { value: id }, state } }),
  }));
}

const old = infoOf({ "name-0-node": ["node__1", "TASK_RUNNING"], "name-0-format": ["format__1", "TASK_FINISHED"] });
const gone = infoOf({ "name-0-node": ["node__1", "TASK_KILLED"], "name-0-format": ["format__1", "TASK_FINISHED"] });
const launched = infoOf({
  "name-0-node": ["node__2", "TASK_STARTING"],
  "name-0-format": ["format__1", "TASK_FINISHED"],
});
const back = infoOf({ "name-0-node": ["node__2", "TASK_RUNNING"], "name-0-format": ["format__1", "TASK_FINISHED"] });

interface Seen {
  readonly plan?: Plan | Error;
  readonly info?: NodeInfo | Error;
}

/**
 * A file system that gives scripted answers: until the action always the first one, after the action the others in order. The last answer
 * is repeated.
 */
function scripted(before: Seen, ...after: readonly Seen[]) {
  let acted = false;
  const polls = { plan: 0, info: 0 };
  const actions: string[] = [];
  const next = <Kind extends "plan" | "info">(kind: Kind): NonNullable<Seen[Kind]> => {
    const seen = acted ? after[Math.min(polls[kind]++, after.length - 1)] : before;
    const answer = seen?.[kind];
    if (answer === undefined) throw new ReeveError("not-found", "no such thing", { status: 404 });
    if (answer instanceof Error) throw answer;
    return answer as NonNullable<Seen[Kind]>;
  };
  const act =
    (verb: string) =>
    async ({ node }: { node: string }) => {
      acted = true;
      polls.plan = polls.info = 0;
      actions.push(`${verb} ${node}`);
      return { pod: node, tasks: [`${node}-node`] };
    };
  const client: ListsPods = {
    plans: { show: async () => next("plan") as Plan },
    pods: {
      info: async () => next("info") as NodeInfo,
      restart: act("restart"),
      replace: act("replace"),
      list: async () => ["name-0", "name-1"],
    },
  };
  const transport = {
    url: "https://cluster.example",
    send: async () => Promise.reject(new ReeveError("not-found", "no", { status: 404 })),
    close: async () => undefined,
  };
  attach(client, { api: brokerApi, transport, service: "hdfs", revision: { known: () => "V1" } } as never, false);
  return { client, actions };
}

const time = () => heldTime();
const nodeOf = ({ node }: { readonly node: string }) => node;

describe("restarting a node and waiting for it", () => {
  test("ends when the recovery plan has changed and completed, and the node's tasks run under new ids", async () => {
    const { client, actions } = scripted(
      { plan: COMPLETE, info: old },
      { plan: COMPLETE, info: old },
      { plan: recovering, info: gone },
      { plan: recovering, info: launched },
      { plan: COMPLETE, info: back },
    );
    expect(await recoverPod(client, "restart", "name-0", { time: time() })).toEqual({
      pod: "name-0",
      tasks: ["name-0-node"],
    });
    expect(actions).toEqual(["restart name-0"]);
  });

  test("does not take the plan that was complete before for the end", async () => {
    const { client } = scripted({ plan: COMPLETE, info: old }, { plan: COMPLETE, info: old });
    const error = await failureOf(recoverPod(client, "restart", "name-0", { time: time(), confirmWithin: 30_000 }));
    expect(error).toMatchObject({ code: "still-pending" });
    expect(error.message).toContain("the restart of name-0 was requested, but did not start within");
    expect(outcomeOf(error)?.state).toBe("not-confirmed");
  });

  test("does not take the recovery of another node for its own", async () => {
    const { client } = scripted({ plan: COMPLETE, info: old }, { plan: another, info: old }, { plan: COMPLETE, info: old });
    const error = await failureOf(recoverPod(client, "replace", "name-0", { time: time(), confirmWithin: 30_000 }));
    expect(outcomeOf(error)?.state).toBe("not-confirmed");
  });

  test("judges by its own steps where another node is recovering, or cannot", async () => {
    const withOther = (own: string, other: string, status: string, errors: readonly string[] = []) =>
      planOf(status, { "name-0": own, "data-1": other }, { errors });
    const { client } = scripted(
      { plan: planOf("ERROR", { "data-1": "ERROR" }, { errors: ["data-1: no agent is left"] }), info: old },
      { plan: withOther("STARTING", "ERROR", "ERROR", ["data-1: no agent is left"]), info: gone },
      { plan: withOther("STARTING", "STARTING", "IN_PROGRESS"), info: back },
      { plan: withOther("COMPLETE", "STARTING", "IN_PROGRESS"), info: back },
    );
    const seen: unknown[] = [];
    const onProgress = ({ plan }: { readonly plan: Plan }) => seen.push(plan.phases[0]?.steps[0]?.status);
    await recoverPod(client, "restart", "name-0", { time: time(), onProgress });
    expect(seen).toEqual(["STARTING", "STARTING", "COMPLETE"]);
  });

  test("sees one that was over before the first look, by the ids", async () => {
    const { client } = scripted({ plan: COMPLETE, info: old }, { plan: COMPLETE, info: back });
    await recoverPod(client, "restart", "name-0", { time: time() });
  });

  test("goes by the tasks alone where no plan is served, as in V2", async () => {
    const { client } = scripted({ info: old }, { info: old }, { info: [] }, { info: launched }, { info: back });
    await recoverPod(client, "restart", "name-0", { time: time() });
    const never = scripted({ info: old }, { info: launched });
    const error = await failureOf(recoverPod(never.client, "restart", "name-0", { time: time(), within: 600_000 }));
    expect(outcomeOf(error)?.state).toBe("pending");
    expect(error.message).toBe("the restart of name-0 has not finished after 10 min: name-0-node is not running again yet");
  });

  test("that times out while the server does not answer says so, with the last observation", async () => {
    const down = new ReeveError("unreachable", "nothing listens there");
    const { client } = scripted({ plan: COMPLETE, info: old }, { plan: recovering, info: launched }, { plan: down });
    const error = await failureOf(recoverPod(client, "restart", "name-0", { time: time(), within: 60_000 }));
    expect(error.message).toBe(
      "the restart of name-0 has not finished after 60 s: name-0 is STARTING since 60 s; just now: nothing listens there",
    );
  });

  test("of one that was down before ends when something new runs", async () => {
    const { client } = scripted({ info: gone }, { info: gone }, { info: back });
    await recoverPod(client, "replace", "name-0", { time: time() });
  });

  test("of one that was paused does not wait for what it idled in", async () => {
    const idling = infoOf({ "name-0-node": ["node__1", "TASK_KILLED"], "name-0-pause": ["pause__1", "TASK_RUNNING"] });
    const ended = infoOf({ "name-0-pause": ["pause__1", "TASK_KILLED"], "name-0-node": ["node__2", "TASK_RUNNING"] });
    const { client } = scripted({ plan: COMPLETE, info: idling }, { plan: COMPLETE, info: ended });
    await recoverPod(client, "restart", "name-0", { time: time() });
  });

  test("survives that the server is away while it goes on", async () => {
    const away = new ReeveError("unreachable", "connection refused");
    const { client } = scripted({ plan: COMPLETE, info: old }, { plan: away, info: away }, { plan: COMPLETE, info: back });
    await recoverPod(client, "restart", "name-0", { time: time() });
  });

  test("fails when the recovery does", async () => {
    const failed = planOf("ERROR", { "name-0": "ERROR" }, { errors: ["no agent is left"] });
    const { client } = scripted({ plan: COMPLETE, info: old }, { plan: failed, info: gone });
    const error = await failureOf(recoverPod(client, "replace", "name-0", { time: time() }));
    expect(error).toMatchObject({
      code: "rollout-failed",
      message: "the replacement of name-0 has failed: no agent is left",
    });
    expect(outcomeOf(error)).toMatchObject({ state: "failed", at: { step: "name-0" } });
  });

  test("begins nothing when it cannot be seen how things are", async () => {
    const { client, actions } = scripted({ plan: new ReeveError("unauthenticated", "no", { status: 401 }), info: old });
    expect(await failureOf(recoverPod(client, "restart", "name-0", { time: time() }))).toMatchObject({
      code: "unauthenticated",
    });
    expect(actions).toEqual([]);
  });
});

describe("restarting all nodes", () => {
  test("takes them one after another, and stops at the first that does not come back", async () => {
    const { client, actions } = scripted({ info: old }, { info: old });
    const turns: string[] = [];
    const { restartAllAndWait } = podWaits(client, nodeOf);
    const error = await failureOf(
      restartAllAndWait(
        {},
        {
          time: time(),
          confirmWithin: 5_000,
          onNode: ({ node, number, total }) => turns.push(`${node} ${number}/${total}`),
        },
      ),
    );
    expect(actions).toEqual(["restart name-0"]);
    expect(turns).toEqual(["name-0 1/2"]);
    expect(outcomeOf(error)).toMatchObject({ state: "not-confirmed", done: [] });
    expect(error.message).toContain("0 of 2 nodes are done, 1 untouched");
  });

  test.each<[string, unknown]>([
    ["a list in place of an input", ["name-0"]],
    ["a name", "name-0"],
    ["another field", { node: "name-0" }],
    ["a name in place of a list", { nodes: "name-0" }],
    ["nothing that was meant to be something", null],
  ])("does not take %s for all of them", async (_, input) => {
    const { client, actions } = scripted({ info: old });
    const { restartAllAndWait } = podWaits(client, nodeOf);
    const error = await failureOf(restartAllAndWait(input as never, { time: time() }));
    expect([error.code, error.message]).toEqual(["bad-input", "expected { nodes: […] }, or nothing for all of them"]);
    expect(actions).toEqual([]);
  });

  test("refuses a node without a name before anything is begun", async () => {
    const { client, actions } = scripted({ info: old });
    const { restartAllAndWait } = podWaits(client, nodeOf);
    const nodes = ["name-0", "UNKNOWN_POD_0"];
    expect(await failureOf(restartAllAndWait({ nodes }))).toMatchObject({ code: "bad-input" });
    expect(actions).toEqual([]);
  });
});
