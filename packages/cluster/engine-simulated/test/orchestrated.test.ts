import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeInput } from "@reeve/contract";
import {
  createOrchestrator,
  type InstanceDefinition,
  type InstanceInput,
  instanceDefinition,
  type Orchestrator,
  type WideColumnAdministration,
} from "@reeve/orchestrator";
import { afterEach, expect, test, vi } from "vitest";
import { createSimulation, type Simulation } from "../src/index.ts";

// These tests run the simulated engines with the real orchestrator in real time: rollouts, crashes, and the end of the service.

const folders: string[] = [];
const opened: Orchestrator[] = [];
afterEach(async () => {
  for (const orchestrator of opened.splice(0)) await orchestrator.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function open(state?: string): Promise<{ orchestrator: Orchestrator; simulation: Simulation }> {
  const simulation = createSimulation();
  const orchestrator = await createOrchestrator({ engines: simulation.engines, ...(state !== undefined && { state }) });
  opened.push(orchestrator);
  return { orchestrator, simulation };
}

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reeve-simulated-"));
  folders.push(folder);
  return folder;
}

function definition(input: InstanceInput): InstanceDefinition {
  const decoded = decodeInput(instanceDefinition(createSimulation().engines), { pace: 0.1, ...input });
  if (!decoded.ok) throw new Error(decoded.issues.join("; "));
  return decoded.value as InstanceDefinition;
}

/** Waits until a plan has a status. If the wait times out, the error says what the plan waits for. */
async function planIs(orchestrator: Orchestrator, instance: string, plan: string, status = "COMPLETE"): Promise<void> {
  for (let polls = 0; polls < 3000; polls++) {
    const match = orchestrator.instance(instance)?.plans.get(plan);
    if (match?.status === status) return;
    await sleep(10);
  }
  throw new Error(`${plan} of ${instance}: ${orchestrator.instance(instance)?.plans.text(plan)}`);
}

const three = {
  kafka: definition({ kind: "broker" }),
  cassandra: definition({ kind: "wide-column" }),
  hdfs: definition({ kind: "file-system" }),
};

function instanceOf(orchestrator: Orchestrator, name: string) {
  const instance = orchestrator.instance(name);
  if (!instance) throw new Error(`no instance ${name}`);
  return instance;
}

test("all three kinds are deployed, changed, and go on after a restart of the service", {
  timeout: 120_000,
}, async () => {
  const state = stateFolder();
  const first = await open(state);
  await first.orchestrator.deploy(three);
  for (const name of Object.keys(three)) await planIs(first.orchestrator, name, "deploy");
  const placements = instanceOf(first.orchestrator, "hdfs")
    .nodes.ids()
    .map((id) => instanceOf(first.orchestrator, "hdfs").nodes.get(id)?.placement);
  await first.orchestrator.close();
  opened.length = 0;

  const { orchestrator } = await open(state);
  const hdfs = instanceOf(orchestrator, "hdfs");
  expect(hdfs.nodes.ids().map((id) => hdfs.nodes.get(id)?.placement)).toEqual(placements);
  expect(hdfs.nodes.ids().map((id) => hdfs.nodes.get(id)?.state)).toEqual(Array(10).fill("running"));
  await orchestrator.deploy({
    kafka: definition({ kind: "broker", settings: { BROKER_COUNT: 4, BROKER_MEM: 1024 } }),
    cassandra: definition({ kind: "wide-column", settings: { NODE_CPUS: 1 } }),
    hdfs: definition({ kind: "file-system", settings: { NAME_NODE_HANDLER_COUNT: 30 } }),
  });
  for (const name of Object.keys(three)) await planIs(orchestrator, name, "deploy");
  expect(hdfs.plans.get("deploy")?.phases.map(({ name }) => name)).toEqual(["journal", "name", "fc", "data"]);
  expect(instanceOf(orchestrator, "kafka").nodes.ids()).toHaveLength(4);
});

test.each(["broker-1", "node-1", "journal-1", "name-0", "name-1", "fc-0", "data-2"])(
  "%s is recovered when it dies, restarted in place, and replaced on another agent",
  { timeout: 120_000 },
  async (node) => {
    const { orchestrator, simulation } = await open();
    const kind = node.startsWith("broker") ? "kafka" : node.startsWith("node") ? "cassandra" : "hdfs";
    await orchestrator.deploy({ [kind]: three[kind] });
    await planIs(orchestrator, kind, "deploy");
    const { nodes } = instanceOf(orchestrator, kind);
    const agent = () => nodes.get(node)?.placement?.agent;
    const home = agent();
    const task = () => nodes.get(node)?.tasks.at(-1)?.taskId;
    const killed = task();
    simulation.kill(kind, node);
    await vi.waitFor(() => expect(task()).not.toBe(killed), 60_000);
    await planIs(orchestrator, kind, "recovery");
    nodes.restart(node);
    await planIs(orchestrator, kind, "recovery");
    expect([agent(), nodes.get(node)?.state]).toEqual([home, "running"]);
    nodes.replace(node);
    await planIs(orchestrator, kind, "recovery");
    expect(agent()).not.toBe(home);
    expect(nodes.get(node)?.state).toBe("running");
  },
);

test("a setting with which a broker cannot start stops the rollout, and the corrected one continues it", async () => {
  const { orchestrator } = await open();
  await orchestrator.deploy({ kafka: three.kafka });
  await planIs(orchestrator, "kafka", "deploy");
  await orchestrator.deploy({ kafka: definition({ kind: "broker", settings: { BROKER_MEM: 64 } }) });
  await planIs(orchestrator, "kafka", "deploy", "ERROR");
  expect(instanceOf(orchestrator, "kafka").plans.text("deploy")).toContain("raise BROKER_MEM");
  await orchestrator.deploy({ kafka: definition({ kind: "broker", settings: { BROKER_MEM: 512 } }) });
  await planIs(orchestrator, "kafka", "deploy");
});

test("maintenance runs as plans, one at a time", async () => {
  const { orchestrator } = await open();
  await orchestrator.deploy({ cassandra: three.cassandra });
  await planIs(orchestrator, "cassandra", "deploy");
  const instance = instanceOf(orchestrator, "cassandra");
  const administration = instance.administration as unknown as WideColumnAdministration;
  const request = { backup_name: "b", external_location: "s3://backups", s3_access_key: "a", s3_secret_key: "s" };
  await instance.maintenance.start(await administration.backup(request));
  await planIs(orchestrator, "cassandra", "backup");
  await instance.maintenance.start(await administration.restore(request));
  await planIs(orchestrator, "cassandra", "restore");
  await instance.maintenance.start(await administration.repair({ nodes: ["*"] }));
  const cleanup = await administration.cleanup({ nodes: ["1"] });
  await expect(instance.maintenance.start(cleanup)).rejects.toThrow("the plan repair is running");
  await planIs(orchestrator, "cassandra", "repair");
  await instance.maintenance.start(cleanup);
  await planIs(orchestrator, "cassandra", "cleanup");
});

test("a database keeps all its rows with fewer nodes, and can grow again", async () => {
  const { orchestrator } = await open();
  const nodes = (count: number) => ({
    cassandra: definition({ kind: "wide-column", settings: { NODE_COUNT: count } }),
  });
  const deploy = async (count: number) => {
    await orchestrator.deploy(nodes(count));
    await planIs(orchestrator, "cassandra", "deploy");
  };
  await deploy(4);
  const cassandra = instanceOf(orchestrator, "cassandra");
  const administration = cassandra.administration as WideColumnAdministration;
  const rows = async () => {
    const keys = new Map<string, number>();
    for (const id of cassandra.nodes.ids()) {
      const details = await administration.details(id);
      for (const [space, tables] of Object.entries(details.key_spaces as Record<string, Record<string, { rows: number }>>)) {
        for (const [table, { rows: count }] of Object.entries(tables)) {
          keys.set(`${space}.${table}`, (keys.get(`${space}.${table}`) ?? 0) + count);
        }
      }
    }
    return keys;
  };
  const before = await rows();
  await deploy(3);
  expect(cassandra.nodes.ids()).toEqual(["node-0", "node-1", "node-2"]);
  const after = await rows();
  // No row has fewer copies than before: the copies of the departed node are on others now, and clients have written more rows.
  for (const [table, count] of before) expect(after.get(table), table).toBeGreaterThanOrEqual(count);
  await deploy(4);
  expect(cassandra.nodes.get("node-3")?.state).toBe("running");
});
