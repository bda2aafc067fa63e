import { decode } from "@reeve/contract";
import type { WorkPlan } from "@reeve/orchestrator/engine";
import { NodeStatus } from "@reeve/wide-column-models";
import { describe, expect, test } from "vitest";
import { manualClock } from "../src/index.ts";
import { copies, database, rowCounts, up } from "./database.ts";
import { openInstance } from "./instance.ts";
import { checked, runPlan } from "./run-plan.ts";

const all = { nodes: ["*"] };

describe("nodes", () => {
  test("join one after another; the demo keyspace comes when all have joined", async () => {
    const opened = await database(3, { random: () => 0.5 });
    const { administration } = opened.cluster;
    const status = await administration.status("node-1");
    expect(decode(NodeStatus, status)).toMatchObject({ ok: true });
    expect(status).toMatchObject({ mode: "NORMAL", joined: true, token_count: 16, version: "simulated" });
    expect(await administration.connection()).toEqual(["198.18.0.1:9042", "198.18.0.2:9042", "198.18.0.3:9042"]);
    await opened.close();
  });

  test("own two copies of each row between them, also after a restart of the service", async () => {
    const opened = await database(3);
    const counts = await rowCounts(opened);
    expect((await copies(opened, "users")) % 2).toBe(0);
    expect(await copies(opened, "users")).toBeGreaterThanOrEqual(600);
    await opened.close();
    const again = await opened.reopen();
    expect(await rowCounts(again)).toEqual(counts);
    expect(await again.ready("node-0")).toBe("ready");
    await again.close();
  });

  test("show their mode", async () => {
    const clock = manualClock();
    const opened = await openInstance({ kind: "wide-column", settings: { NODE_COUNT: 2 } }, clock);
    const modes: string[] = [];
    const noteMode = async () => modes.push((await opened.cluster.administration.status("node-0")).mode);
    await noteMode();
    const launch = opened.launch("node-0");
    await clock.advance(61);
    await launch;
    await noteMode();
    await clock.advance(100);
    await noteMode();
    await clock.advance(120);
    await noteMode();
    expect(await opened.mayStop("node-0")).toBe("ready");
    const stop = opened.stop("node-0");
    await noteMode();
    await clock.advance(200);
    await stop;
    await noteMode();
    expect(modes).toEqual(["UNKNOWN", "STARTING", "JOINING", "NORMAL", "DRAINING", "UNKNOWN"]);
  });

  test("may not stop while either of two jobs runs on them", async () => {
    const clock = manualClock();
    const opened = await openInstance({ kind: "wide-column", settings: { NODE_COUNT: 1 } }, clock);
    const launch = opened.launch("node-0");
    await clock.advance(61 + 100 + 120);
    await launch;
    const begin = (name: string, { signal }: AbortController) =>
      opened.cluster.perform(
        { name, node: "node-0", parameters: {} },
        { signal, report: () => undefined, secrets: {}, atNode: async () => undefined },
      );
    const [first, second] = [new AbortController(), new AbortController()];
    const works = [begin("repair", first), begin("cleanup", second)];
    expect(await opened.mayStop("node-0")).toBe("repair is running on node-0");
    second.abort();
    await expect(works[1]).rejects.toThrow();
    expect(await opened.mayStop("node-0")).toBe("repair is running on node-0");
    first.abort();
    await expect(works[0]).rejects.toThrow();
    expect(await opened.mayStop("node-0")).toBe("ready");
    await opened.close();
  });

  test("that are replaced keep their tokens, get another host id, and fetch their rows", async () => {
    const opened = await database(3);
    const { administration } = opened.cluster;
    const before = await administration.status("node-1");
    const counts = await rowCounts(opened);
    await opened.stop("node-1");
    expect(await opened.mayStop("node-0")).toBe("node-1 is UNKNOWN");
    opened.deleteVolumes("node-1");
    await up(opened, "node-1");
    const after = await administration.status("node-1");
    expect(after.host_id).not.toBe(before.host_id);
    expect(after.token_count).toBe(16);
    const rows = (await administration.details("node-1")).key_spaces as { demo: { users: { rows: number } } };
    const old = counts["node-1"] as typeof rows;
    expect(rows.demo.users.rows).toBeGreaterThanOrEqual(old.demo.users.rows);
    await opened.close();
  });
});

test("a node whose disk was wiped fetches its rows from the others", async () => {
  const opened = await database(3);
  const before = await copies(opened, "users");
  opened.simulation.wipe("test", "node-1");
  expect((await rowCounts(opened))["node-1"]).toEqual({ demo: { users: { rows: 0 }, orders: { rows: 0 } } });
  await up(opened, "node-1");
  expect(await copies(opened, "users")).toBeGreaterThanOrEqual(before);
  await opened.close();
});

describe("maintenance", () => {
  test("cleanup deletes from the old nodes the rows that a new one owns now", async () => {
    const opened = await database(3);
    const before = await copies(opened, "users");
    opened.definition = { ...opened.definition, settings: { ...opened.definition.settings, NODE_COUNT: 4 } };
    await up(opened, "node-3");
    expect(await copies(opened, "users")).toBeGreaterThan(before);
    const plan = await opened.cluster.administration.cleanup(all);
    expect(plan.phases.map(({ name, steps }) => [name, steps.map((step) => step.name)])).toEqual([
      ["Cleanup", ["node-0", "node-1", "node-2", "node-3"]],
    ]);
    const steps = await runPlan(opened.cluster, plan);
    expect(steps.get("Cleanup node-3")).toBe("demo.users: 0 rows deleted, demo.orders: 0 rows deleted");
    expect(await copies(opened, "users")).toBe(before);
    await runPlan(opened.cluster, plan);
    expect(await copies(opened, "users")).toBe(before);
    await opened.close();
  });

  test("repair brings a node that was away in sync with the rows written meanwhile", async () => {
    const opened = await database(3);
    const before = await copies(opened, "orders");
    await opened.stop("node-2");
    const whileAway = await copies(opened, "orders");
    expect(whileAway).toBeGreaterThan(before);
    const plan = await opened.cluster.administration.repair(all);
    await expect(runPlan(opened.cluster, plan)).rejects.toThrow("node-0 cannot be repaired while node-2 is UNKNOWN");
    await up(opened, "node-2");
    await runPlan(opened.cluster, plan);
    expect(await copies(opened, "orders")).toBe(before + 20);
    expect(await copies(opened, "users")).toBeGreaterThan(0);
    const steps = await runPlan(opened.cluster, plan);
    expect([...steps.values()]).toEqual(Array(3).fill("demo.users: 0 rows brought in sync, demo.orders: 0 rows brought in sync"));
    await opened.close();
  });

  test("repairs only the tables and nodes that it was asked for", async () => {
    const opened = await database(3);
    const { administration } = opened.cluster;
    const plan = await administration.repair({
      nodes: ["2", "node-0"],
      key_spaces: ["demo"],
      column_families: ["users"],
    });
    const steps = await runPlan(opened.cluster, plan);
    expect([...steps]).toEqual([
      ["Repair node-0", "demo.users: 0 rows brought in sync"],
      ["Repair node-2", "demo.users: 0 rows brought in sync"],
    ]);
    const refused: readonly [Promise<WorkPlan>, string][] = [
      [administration.repair({ nodes: ["7"] }), "there is no node node-7; there are node-0 to node-2"],
      [administration.cleanup({ nodes: ["*"], key_spaces: ["dem"] }), "there is no keyspace dem; did you mean demo?"],
      [administration.cleanup({ nodes: ["*"], column_families: ["x"] }), "there is no column family x"],
    ];
    for (const [request, message] of refused) {
      await expect(checked(request)).rejects.toMatchObject({
        code: "bad-input",
        message: expect.stringContaining(message),
      });
    }
    await opened.close();
  });
});
