import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCassandraEngine } from "@reeve/engine-cassandra";
import { createHdfsEngine } from "@reeve/engine-hdfs";
import { createKafkaEngine } from "@reeve/engine-kafka";
import { createOrchestrator, instanceDefinition } from "@reeve/orchestrator";
import type { Cluster, Engine } from "@reeve/orchestrator/engine";
import { createLocalRuntime } from "@reeve/runtime-local";
import { parse } from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";

/** A cluster of nodes that need neither software nor permission. */
const cluster = async (): Promise<Cluster<never>> => ({
  sequence: ({ spec }) => spec["task-specs"].map(({ name }) => name),
  environment: () => ({}),
  ready: async () => ({ ready: true }),
  mayStop: async () => ({ ready: true }),
  mayLose: async () => ({ ready: true }),
  perform: async () => undefined,
  administration: {} as never,
  close: async () => undefined,
});

const options = { folder: "/never-used", environment: {} };
/** The nodes of the real engines, without their software. */
const engines: readonly Engine[] = [
  createKafkaEngine(options) as Engine,
  createCassandraEngine(options) as Engine,
  createHdfsEngine(options) as Engine,
].map((engine) => ({ ...engine, open: cluster }));

test.each([
  ["broker", "controller-0"],
  ["wide-column", "node-0"],
  ["file-system", "coordinator-0"],
])("a full disk shows in the step, the node and the troubles of an instance (%s)", async (kind, first) => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-full-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runtime = createLocalRuntime({ folder, freeSpace: () => 0 });
  const offers = engines.map((engine) => ({ engine, runtime }));
  const orchestrator = await createOrchestrator({ engines: offers });
  onTestFinished(() => orchestrator.close());
  await orchestrator.deploy({ own: parse(instanceDefinition(offers), { kind }) });
  const instance = orchestrator.instance("own");
  if (!instance) throw new Error("nothing was deployed");
  const full = `the disk of ${join(folder, "own", "volumes")} is full: less than 64 MB are free; make room on it`;
  await vi.waitFor(() => expect(instance.allNodes.get(first)).toMatchObject({ state: "starting", reason: full }));
  // What an internal node waits for is shown in a step of a node that the API documents mention.
  const steps = instance.plans.get("deploy")?.phases.flatMap((phase) => phase.steps) ?? [];
  expect(steps.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(`is starting: ${full}`));
  await vi.waitFor(() => expect(instance.troubles).toContain(full));
});
