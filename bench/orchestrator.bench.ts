import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import {
  createOrchestrator,
  type InstanceDefinition,
  instanceDefinition,
  type Orchestrator,
  type OrchestratorOptions,
} from "@reeve/orchestrator";
import { parse } from "valibot";
import { instantEngine, instantRuntime, steppedClock } from "./instant.ts";
import type { Measure } from "./measure.ts";

const open: Orchestrator[] = [];
const folders: string[] = [];
const engines = [{ engine: instantEngine(), runtime: instantRuntime }];

const ten = await cluster({ nodes: 10 });
const hundred = await cluster({ nodes: 100 });
const thousand = await cluster({ nodes: 1000 });
const durable = await cluster({ nodes: 100, state: temporaryFolder() });
const few = await cluster({ nodes: 3, instances: 20 });
const many = await cluster({ nodes: 3, instances: 200 });
const large = await largePlan(10_000);

export const measures: readonly Measure[] = [
  {
    name: "a rollout over 100 nodes",
    against: "ten rollouts over 10 nodes",
    goal: 1.25,
    isFelt: true,
    subject: hundred.rollOut,
    floor: () => times(10, ten.rollOut),
  },
  {
    name: "a rollout over 1000 nodes",
    against: "ten rollouts over 100 nodes",
    goal: 1.25,
    isFelt: true,
    subject: thousand.rollOut,
    floor: () => times(10, hundred.rollOut),
  },
  {
    name: "a rollout over 100 nodes, on the disk",
    against: "the same in memory",
    subject: durable.rollOut,
    floor: hundred.rollOut,
  },
  {
    name: "rollouts in 200 instances",
    against: "rollouts in 20 instances, ten times",
    // The work is the same, but the state of 200 instances does not fit into a processor's cache of one megabyte.
    goal: 1.6,
    subject: many.rollOut,
    floor: () => times(10, few.rollOut),
  },
  {
    name: "reading a plan of 10000 steps",
    against: "JSON.stringify of it",
    goal: 0.01,
    subject: () => large.text(),
    floor: () => JSON.stringify(large.plan),
  },
  {
    name: "reading a plan of 10000 steps after one of them has changed",
    against: "JSON.stringify of it",
    goal: 1,
    subject: large.moveAndRead,
    floor: () => JSON.stringify(large.plan),
  },
];

export function close(): void {
  for (const orchestrator of open) void orchestrator.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Deploys instances. Each call of the returned function rolls out a change of all their nodes. */
async function cluster({ nodes, instances = 1, state }: { nodes: number; instances?: number; state?: string }) {
  const orchestrator = await start({ engines, ...(state === undefined ? {} : { state }) });
  let memory = 1000;
  const rollOut = async () => {
    memory = memory === 1000 ? 2000 : 1000;
    const definition = define(nodes, memory);
    const wanted = Array.from({ length: instances }, (_, index) => [`db-${index}`, definition] as const);
    await orchestrator.deploy(Object.fromEntries(wanted));
    for (const { plans } of orchestrator.instances()) while (plans.get("deploy")?.status !== "COMPLETE") await turn();
  };
  await rollOut();
  return { rollOut };
}

/** A plan whose first node gives another reason at each readiness check. */
async function largePlan(steps: number) {
  const clock = steppedClock();
  let count = 0;
  const engine = instantEngine(() => ({ ready: false, reason: `asked ${count++} times` }));
  const orchestrator = await start({ engines: [{ engine, runtime: instantRuntime }], clock });
  await orchestrator.deploy({ db: define(steps, 1000) });
  await turn();
  const { plans } = orchestrator.instance("db") ?? {};
  const text = () => plans?.text("deploy") ?? "";
  return {
    plan: plans?.get("deploy"),
    text,
    moveAndRead: async () => {
      const before = text();
      clock.tick();
      await turn();
      if (text() === before) throw new Error("nothing moved");
    },
  };
}

async function start(options: OrchestratorOptions): Promise<Orchestrator> {
  const orchestrator = await createOrchestrator(options);
  open.push(orchestrator);
  return orchestrator;
}

function define(NODE_COUNT: number, NODE_MEM: number): InstanceDefinition {
  const offer = { engine: instantEngine(), runtime: instantRuntime };
  return parse(instanceDefinition([offer]), { kind: "wide-column", settings: { NODE_COUNT, NODE_MEM } });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reeve-bench-"));
  folders.push(folder);
  return folder;
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done++) await work();
}
