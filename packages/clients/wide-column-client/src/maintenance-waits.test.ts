import { describe, expect, test } from "vitest";
import { heldTime } from "../test/time.ts";
import { createWideColumnClient, isReeveError, outcomeOf, type Plan, type RestoreStatus } from "./index.ts";
import { createWideColumnDouble, type Reply, reply } from "./testing.ts";

const service = "cassandra";
const keys = { backup_name: "b", external_location: "s3://backups", s3_access_key: "a", s3_secret_key: "s" };

function planOf(phases: Readonly<Record<string, string>>, status = "COMPLETE", id = "1"): Plan {
  const all = { Reconciliation: "COMPLETE", Deploy: "COMPLETE", ...phases };
  return {
    status,
    errors: [],
    phases: Object.entries(all).map(([name, each]) => ({
      id: `${name}-${id}`,
      name,
      status: each,
      steps: [{ id: `${name}-${id}-0`, name: "node-0", status: each, message: each === "ERROR" ? "no space left" : "" }],
    })),
  };
}

/**
 * A database that shows the first state until maintenance is started, and then the other states one after another; the last state is
 * repeated.
 */
function scripted({ plans, restores }: { plans?: readonly Plan[]; restores?: readonly (RestoreStatus | Reply)[] }) {
  let polls = 0;
  const next = <Value>(values: readonly Value[]): Value => values[Math.min(polls++, values.length - 1)] as Value;
  const started = { status: "started", message: "" };
  const { url, fetch, requests } = createWideColumnDouble({
    "plans.show": () => next(plans ?? []),
    "restore.status": () => next(restores ?? [reply(404)]),
    "repair.start": started,
    "backup.start": started,
    "restore.start": started,
  });
  return { requests, client: createWideColumnClient({ url, fetch, service, retries: 0 }) };
}

async function outcome(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { code: isReeveError(error) ? error.code : undefined, ...outcomeOf(error) };
}

const time = () => ({ time: heldTime() });

describe("a maintenance run", () => {
  test("is over when its phases have come and are complete", async () => {
    const { client } = scripted({
      plans: [planOf({}), planOf({}), planOf({ Repair: "IN_PROGRESS" }, "IN_PROGRESS"), planOf({ Repair: "COMPLETE" })],
    });
    expect(await client.repair.startAndWait({ nodes: ["*"] }, time())).toMatchObject({ status: "started" });
  });

  test("is over when its phases have come and gone", async () => {
    const { client } = scripted({
      plans: [planOf({}), planOf({ Snapshot: "COMPLETE", Upload: "IN_PROGRESS" }, "IN_PROGRESS"), planOf({})],
    });
    await client.backup.startAndWait(keys, time());
  });

  test("is not the one before it, whose phases are still there", async () => {
    const old = planOf({ Repair: "COMPLETE" });
    const { client } = scripted({ plans: [old] });
    expect(await outcome(client.repair.startAndWait({ nodes: ["*"] }, time()))).toMatchObject({
      state: "not-confirmed",
    });
    const again = scripted({ plans: [old, old, planOf({ Repair: "COMPLETE" }, "COMPLETE", "2")] });
    await again.client.repair.startAndWait({ nodes: ["*"] }, time());
  });

  test("that fails says where", async () => {
    const { client } = scripted({ plans: [planOf({}), planOf({ Repair: "ERROR" }, "ERROR")] });
    const ended = await outcome(client.repair.startAndWait({ nodes: ["*"] }, time()));
    expect(ended).toMatchObject({ code: "rollout-failed", state: "failed" });
    expect(ended.reason).toBe("the repair has failed: the phase Repair has errors: no space left");
  });

  test("that takes longer than the wait is pending, at a step", async () => {
    const { client } = scripted({ plans: [planOf({}), planOf({ Repair: "IN_PROGRESS" }, "IN_PROGRESS")] });
    const ended = await outcome(client.repair.startAndWait({ nodes: ["*"] }, { ...time(), within: 600_000 }));
    expect(ended).toMatchObject({ code: "still-pending", state: "pending", at: { phase: "Repair", step: "node-0" } });
  });

  test("is asked of the Reeve service first", async () => {
    const plan = (status: string, id: string): Plan => ({
      status,
      errors: [],
      phases: [{ id, name: "backup", status, steps: [] }],
    });
    const shown = [plan("COMPLETE", "a"), plan("IN_PROGRESS", "b"), plan("COMPLETE", "b")];
    const requests: string[] = [];
    const double = createWideColumnDouble({ "backup.start": { status: "started", message: "" } });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/reeve/v1/services/")) return double.fetch(request);
      requests.push(pathname);
      return Response.json(shown[Math.min(requests.length, shown.length) - 1]);
    };
    await createWideColumnClient({ url: double.url, fetch, service }).backup.startAndWait(keys, time());
    expect(requests).toEqual(Array(3).fill("/reeve/v1/services/cassandra/plans/backup"));
  });

  test("that fails there says in which phase", async () => {
    const step = { id: "1", name: "node-1", status: "ERROR", message: "node-1 is ERROR" };
    const phase = { id: "p", name: "Upload", status: "ERROR", steps: [step] };
    const failed: Plan = { status: "ERROR", errors: ["node-1: no such bucket"], phases: [phase] };
    const shown = [{ status: "COMPLETE", errors: [], phases: [] }, failed];
    const double = createWideColumnDouble({ "backup.start": { status: "started", message: "" } });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!new URL(request.url).pathname.startsWith("/reeve/")) return double.fetch(request);
      return Response.json(shown.shift() ?? failed);
    };
    const client = createWideColumnClient({ url: double.url, fetch, service });
    const ended = await outcome(client.backup.startAndWait(keys, time()));
    expect(ended.reason).toBe("the backup has failed: the phase Upload has errors: node-1: no such bucket");
  });

  test("is found in the list of plans even if it is the first and ends before the first poll", async () => {
    let started = false;
    const double = createWideColumnDouble({
      "backup.start": () => {
        started = true;
        return { status: "started", message: "" };
      },
    });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/reeve/")) return double.fetch(request);
      const isThere = started || pathname.endsWith("/deploy");
      return isThere ? Response.json(planOf({ Upload: "COMPLETE" })) : new Response("no such plan", { status: 404 });
    };
    const database = createWideColumnClient({ url: double.url, fetch, service });
    expect(await database.backup.startAndWait(keys, time())).toMatchObject({ status: "started" });
  });

  test.each([
    [503, "server-failure", 0],
    [404, undefined, 1],
    [500, undefined, 1],
  ])("is begun or not where that answers %i: who is away for a moment may be ours", async (status, code, begun) => {
    const double = createWideColumnDouble({
      "backup.start": { status: "started", message: "" },
      "plans.show": () => planOf(double.requests.length > 2 ? { Upload: "COMPLETE" } : {}),
    });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!new URL(request.url).pathname.startsWith("/reeve/")) return double.fetch(request);
      return new Response("no", { status });
    };
    const database = createWideColumnClient({ url: double.url, fetch, service, retries: 0 });
    expect(await outcome(database.backup.startAndWait(keys, time()))).toEqual({ code });
    expect(double.requests.filter(({ operation }) => operation === "backup.start")).toHaveLength(begun);
  });
});

describe("a restore", () => {
  const of = (status: string, message = "") => ({ status, message });

  test("is over when its status says so", async () => {
    const { client } = scripted({
      restores: [of("none"), of("running", "node-0"), of("running", "node-1"), of("complete")],
    });
    await client.restore.startAndWait(keys, time());
  });

  test("is not the one before it", async () => {
    const { client } = scripted({ restores: [of("complete", "before")] });
    expect(await outcome(client.restore.startAndWait(keys, time()))).toMatchObject({ state: "not-confirmed" });
    const failed = scripted({
      restores: [of("failed", "before"), of("failed", "before"), of("running"), of("complete")],
    });
    await failed.client.restore.startAndWait(keys, time());
  });

  test("that fails says why", async () => {
    const { client } = scripted({ restores: [of("none"), of("failed", "no such backup")] });
    expect(await outcome(client.restore.startAndWait(keys, time()))).toMatchObject({
      code: "rollout-failed",
      reason: "the restore has failed: no such backup",
    });
  });

  test("is watched by its phases where its status is not served", async () => {
    const { client } = scripted({
      restores: [reply(404)],
      plans: [planOf({}), planOf({ RestoreSchema: "IN_PROGRESS" }, "IN_PROGRESS"), planOf({})],
    });
    await client.restore.startAndWait(keys, time());
  });

  test("that another client began can be waited for; if none is running, its end is not confirmed", async () => {
    const { client } = scripted({
      restores: [of("running"), of("running"), of("running"), of("complete", "42 tables")],
    });
    expect(await client.restore.wait(time())).toEqual(of("complete", "42 tables"));
    expect(await outcome(scripted({ restores: [of("none")] }).client.restore.wait(time()))).toMatchObject({
      state: "not-confirmed",
    });
    expect(await scripted({ restores: [of("complete")] }).client.restore.wait(time())).toEqual(of("complete"));
  });
});

describe("a wait for the installation", () => {
  test.each([
    ["has failed", "ERROR"],
    ["runs", "IN_PROGRESS"],
  ])("ends when it is complete, also while maintenance %s", async (_, status) => {
    const shown = {
      ...planOf({ Cleanup: status }, status),
      errors: status === "ERROR" ? ["node-0: no space left"] : [],
    };
    const { client } = scripted({ plans: [shown] });
    const plan = await client.plans.wait({}, time());
    expect([plan.status, plan.errors, plan.phases.map(({ name }) => name)]).toEqual(["COMPLETE", [], ["Reconciliation", "Deploy"]]);
  });

  test("fails when the installation fails", async () => {
    const shown = { ...planOf({ Deploy: "ERROR", Repair: "COMPLETE" }, "ERROR"), errors: ["node-0: no space left"] };
    const { client } = scripted({ plans: [shown] });
    expect(await outcome(client.plans.wait({}, time()))).toMatchObject({ state: "failed", at: { phase: "Deploy" } });
  });

  test("waits while the installation does, whatever maintenance says", async () => {
    const going = planOf({ Deploy: "IN_PROGRESS", Snapshot: "ERROR" }, "ERROR");
    const { client } = scripted({ plans: [going, planOf({ Deploy: "COMPLETE", Snapshot: "ERROR" }, "ERROR")] });
    expect((await client.plans.wait({}, time())).status).toBe("COMPLETE");
  });
});
