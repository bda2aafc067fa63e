import { describe, expect, test } from "vitest";
import { heldTime } from "../test/time.ts";
import { createBrokerClient, isReeveError, outcomeOf, type Plan } from "./index.ts";
import { createBrokerDouble, reply } from "./testing.ts";

const service = "kafka";
const behind = "Topic: orders Partition: 2 Leader: 0 Replicas: 0,1 Isr: 0";

interface Moment {
  readonly brokers?: readonly string[];
  readonly unavailable?: readonly string[];
  readonly report?: string;
}

/**
 * A cluster of R2 that shows its usual state until a broker is restarted or replaced. Each later poll shows the next moment; the last
 * moment stays.
 */
function scripted(...moments: readonly Moment[]) {
  const touched: string[] = [];
  let moment = -1;
  const now = (): Moment => (touched.length === 0 ? {} : (moments[Math.min(moment, moments.length - 1)] ?? {}));
  const double = createBrokerDouble("R2", {
    "brokers.list": () => {
      moment += touched.length > 0 ? 1 : 0;
      const { brokers = ["0", "1", "2"], unavailable } = now();
      return unavailable ? { brokers, unavailable } : { brokers };
    },
    "topics.underReplicated": () => ({ message: now().report ?? "" }),
    "brokers.restart": ({ broker }) => {
      touched.push(`restart ${broker}`);
      moment = -1;
      return [`broker-${broker}__1`];
    },
    "brokers.replace": ({ broker }) => {
      touched.push(`replace ${broker}`);
      moment = -1;
      return [`broker-${broker}__1`];
    },
  });
  const { url, fetch, requests } = double;
  return { touched, requests, broker: createBrokerClient({ url, fetch, service, revision: "R2" }) };
}

async function outcome(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { code: isReeveError(error) ? error.code : undefined, ...outcomeOf(error) };
}

describe("where no recovery plan is served, a broker", () => {
  test.each<[string, readonly Moment[]]>([
    ["that leaves the list", [{}, { brokers: ["0", "2"] }, {}, {}]],
    ["that is listed as unavailable", [{ unavailable: ["1"] }, {}, {}]],
    ["whose partitions fall behind", [{ report: behind }, { report: behind }, {}, {}]],
  ])("%s and comes back in sync is restarted", async (_, moments) => {
    const { broker, touched } = scripted(...moments);
    expect(await broker.brokers.restartAndWait({ broker: 1 }, { time: heldTime() })).toEqual(["broker-1__1"]);
    expect(touched).toEqual(["restart 1"]);
  });

  test("that was never seen to go is not confirmed", async () => {
    const { broker, touched } = scripted({});
    const ended = await outcome(broker.brokers.restartAndWait({ broker: 1 }, { time: heldTime() }));
    expect(ended).toMatchObject({ code: "still-pending", state: "not-confirmed" });
    expect(touched).toEqual(["restart 1"]);
  });

  test("is not seen going where another one is behind", async () => {
    const { broker } = scripted({ report: "Topic: orders Partition: 2 Leader: 0 Replicas: 0,2 Isr: 0" }, {});
    expect(await outcome(broker.brokers.restartAndWait({ broker: 1 }, { time: heldTime() }))).toMatchObject({
      state: "not-confirmed",
    });
  });

  test("must be in sync in two answers, one after another", async () => {
    const { broker, requests } = scripted({ brokers: ["0", "2"] }, {}, { report: behind }, {}, {});
    await broker.brokers.replaceAndWait({ broker: "1" }, { time: heldTime() });
    expect(requests.filter(({ operation }) => operation === "topics.underReplicated")).toHaveLength(5);
  });

  test("that stays behind is pending, and what is missing is named", async () => {
    const { broker } = scripted({ report: behind });
    const ended = await outcome(broker.brokers.replaceAndWait({ broker: 1 }, { time: heldTime(), within: 300_000 }));
    expect(ended).toMatchObject({ code: "still-pending", state: "pending" });
    expect(ended.reason).toContain("the replacement of broker 1 has not finished after 5 min: 1 partition under-replicated: orders/2");
  });

  test("is not back where the report cannot be read", async () => {
    const { broker } = scripted({ brokers: ["0", "2"] }, { report: "Error: no coordinator" });
    const ended = await outcome(broker.brokers.restartAndWait({ broker: 1 }, { time: heldTime(), within: 60_000 }));
    expect(ended).toMatchObject({ code: "still-pending", state: "pending" });
    expect(ended.reason).toContain("no coordinator");
  });

  test("is restarted only when the one before is back", async () => {
    const { broker, touched } = scripted({ unavailable: ["0", "1", "2"] }, {}, {});
    const turns: string[] = [];
    const done = await broker.brokers.restartAllAndWait({}, { time: heldTime(), onNode: ({ node }) => turns.push(node) });
    expect(done).toEqual(["0", "1", "2"]);
    expect(touched).toEqual(["restart 0", "restart 1", "restart 2"]);
    expect(turns).toEqual(done);
  });
});

test("nothing is restarted while replicas were out of sync before, nor for an invalid id", async () => {
  const { url, fetch, requests } = createBrokerDouble("R2", {
    "brokers.list": { brokers: ["0", "1"] },
    "topics.underReplicated": { message: behind },
  });
  const { brokers } = createBrokerClient({ url, fetch, service, revision: "R2" });
  expect(await outcome(brokers.restartAllAndWait({}, { time: heldTime(), within: 60_000 }))).toMatchObject({
    state: "pending",
  });
  expect(requests.map(({ operation }) => operation)).not.toContain("brokers.restart");
  const count = requests.length;
  expect(await outcome(brokers.restartAllAndWait({ brokers: [0, "one"] }))).toMatchObject({ code: "bad-input" });
  expect(await outcome(brokers.restartAllAndWait({ nodes: [0] } as never))).toMatchObject({ code: "bad-input" });
  expect(await outcome(brokers.restartAndWait({ broker: 0, wait: true } as never))).toMatchObject({
    code: "bad-input",
  });
  expect(await outcome(brokers.replaceAndWait(undefined as never))).toMatchObject({ code: "bad-input" });
  expect(await outcome(brokers.replaceAndWait({ broker: -1 }))).toMatchObject({ code: "bad-input" });
  expect(requests).toHaveLength(count);
});

describe("the Reeve service shows recovery in all revisions", () => {
  const planOf = (status: string, step: string): Plan => ({
    status,
    errors: [],
    phases: [{ id: "p", name: "recovery", status, steps: [{ id: step, name: "broker-1", status, message: "" }] }],
  });

  /** The test double with the additional path of the Reeve service. */
  function withRecovery(plans: readonly (Plan | undefined)[]) {
    const double = createBrokerDouble("R2", {
      "brokers.list": { brokers: ["0", "1", "2"] },
      "topics.underReplicated": { message: "" },
      "brokers.restart": ["broker-1__1"],
    });
    const requests: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/reeve/v1/services/")) return double.fetch(request);
      requests.push(pathname);
      const plan = plans[Math.min(requests.length, plans.length) - 1];
      return plan ? Response.json(plan, { status: plan.status === "COMPLETE" ? 200 : 202 }) : new Response(null, { status: 404 });
    };
    return { asked: requests, broker: createBrokerClient({ url: double.url, fetch, service, revision: "R2" }) };
  }

  test("it is asked first, and must change and then complete", async () => {
    const before = planOf("COMPLETE", "a");
    const { broker, asked } = withRecovery([before, before, planOf("IN_PROGRESS", "b"), planOf("COMPLETE", "b")]);
    const progress: string[] = [];
    const options = { time: heldTime(), onProgress: ({ plan }: { plan: Plan }) => progress.push(plan.status) };
    expect(await broker.brokers.restartAndWait({ broker: 1 }, options)).toEqual(["broker-1__1"]);
    expect(asked[0]).toBe("/reeve/v1/services/kafka/plans/recovery");
    expect(progress).toEqual(["IN_PROGRESS", "COMPLETE"]);
  });

  test("what was complete before is no success", async () => {
    const { broker } = withRecovery([planOf("COMPLETE", "a")]);
    expect(await outcome(broker.brokers.restartAndWait({ broker: 1 }, { time: heldTime() }))).toMatchObject({
      state: "not-confirmed",
    });
  });
});

describe("waiting until every replica is in sync", () => {
  test("ends when the report is empty", async () => {
    const reports = [behind, behind, ""];
    const { url, fetch } = createBrokerDouble("R3", {
      "topics.underReplicated": () => ({ message: reports.shift() ?? "" }),
    });
    await createBrokerClient({ url, fetch, service, revision: "R3" }).topics.waitInSync({ time: heldTime() });
    expect(reports).toEqual([]);
  });

  test("names what is not when the wait runs out", async () => {
    const { url, fetch } = createBrokerDouble("R3", { "topics.underReplicated": { message: behind } });
    const broker = createBrokerClient({ url, fetch, service, revision: "R3" });
    const ended = await outcome(broker.topics.waitInSync({ time: heldTime(), within: 60_000 }));
    expect(ended).toMatchObject({ code: "still-pending", state: "pending" });
    expect(ended.reason).toContain("orders/2");
  });

  test("times out where the server does not answer", async () => {
    const fetch = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    const broker = createBrokerClient({
      url: "https://cluster.example",
      fetch: fetch as never,
      service,
      revision: "R3",
    });
    expect(await outcome(broker.topics.waitInSync({ within: 20 }))).toMatchObject({
      code: "still-pending",
      reason: "the replication of all partitions could not be observed within 0 s: no answer was received",
    });
  });

  test("fails at once where no server listens", async () => {
    const { url, fetch } = createBrokerDouble("R3", { "topics.underReplicated": reply(503, "unavailable") });
    const broker = createBrokerClient({ url, fetch, service, revision: "R3", retries: 0 });
    await expect(broker.topics.waitInSync({ time: heldTime() })).rejects.toMatchObject({ code: "server-failure" });
  });
});

test("in R3 a node is back when the plan, its tasks and the replicas say so", async () => {
  const plan = (status: string): Plan => ({
    status,
    errors: [],
    phases: [{ id: "p", name: "recovery", status, steps: [{ id: status, name: "broker-1", status, message: "" }] }],
  });
  const task = (id: string, state: string) => [
    { info: { name: "broker-1", taskId: { value: id } }, status: { taskId: { value: id }, state } },
  ];
  let count = 0;
  let touched = false;
  const at = <Value>(before: Value, ...after: readonly Value[]) => (touched ? after[Math.min(count, after.length - 1)] : before) as Value;
  const { url, fetch, requests } = createBrokerDouble("R3", {
    "plans.show": () => {
      const shown = at(plan("COMPLETE"), plan("IN_PROGRESS"), {
        ...plan("COMPLETE"),
        started_at: "2026-01-01T00:00:00Z",
      });
      return shown;
    },
    "pods.info": () => at(task("a", "TASK_RUNNING"), task("b", "TASK_STARTING"), task("b", "TASK_RUNNING")),
    "topics.underReplicated": () => {
      const message = at("", behind, behind, "");
      if (touched) count++;
      return { message };
    },
    "pods.restart": () => {
      touched = true;
      return { pod: "broker-1", tasks: ["broker-1"] };
    },
  });
  const broker = createBrokerClient({ url, fetch, service, revision: "R3" });
  expect(await broker.pods.restartAndWait({ node: 1 }, { time: heldTime() })).toMatchObject({ pod: "broker-1" });
  expect(count).toBeGreaterThanOrEqual(3);
  expect(requests.filter(({ operation }) => operation === "pods.restart")).toHaveLength(1);
});
