import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { manualClock } from "./support/manual-clock.ts";
import { scene, temporaryFolder } from "./support/scene.ts";

const memories = (count: number) => Array.from({ length: count }, (_, index) => 1000 + index);

test("old configurations are dropped, with the templates that only they had", async () => {
  const state = temporaryFolder();
  const { orchestrator, instance, deploy, clock, world } = await scene(kafka(), { state });
  orchestrator.retain({ ...orchestrator.retention, configurations: 3 });
  for (const BROKER_MEM of memories(10)) {
    await deploy(kafka({ BROKER_MEM }));
    await clock.pass(1000);
  }
  const kept = instance.configurations.ids();
  expect(kept).toHaveLength(3);
  expect(kept.at(-1)).toBe(instance.configurations.target().id);
  const shown = kept.map((id) => instance.configurations.get(id));
  await orchestrator.close();
  const templates = new Set(
    shown
      .flatMap((each) => each?.podSpecs ?? [])
      .flatMap((pod) => pod["task-specs"].flatMap((task) => task["config-files"]?.map((file) => file["template-content"]) ?? [])),
  );
  {
    using file = new DatabaseSync(join(state, "reeve.sqlite"), { readOnly: true });
    const count = (prefix: string) =>
      file.prepare("SELECT count(*) AS n FROM entry WHERE owner = 'instance/kafka' AND key LIKE ?").get(`${prefix}%`)?.n;
    expect(count("configuration/")).toBe(3);
    expect(count("template/")).toBe(templates.size);
  }
  const again = await createOrchestrator({ engines: world.engines, clock: manualClock(), state });
  const loaded = again.instance("kafka")?.configurations;
  expect(again.retention.configurations).toBe(3);
  expect(loaded?.ids().map((id) => loaded.get(id))).toEqual(shown);
  await again.close();
});

test("a configuration that a node still runs stays, whatever its age", async () => {
  const { orchestrator, instance, deploy, clock, world } = await scene();
  const first = instance.configurations.target().id;
  world.ready = () => ({ ready: false, reason: "not yet" });
  for (const BROKER_MEM of memories(5)) {
    await deploy(kafka({ BROKER_MEM }));
    instance.plans.control({ command: "interrupt", plan: "deploy" });
  }
  orchestrator.retain({ ...orchestrator.retention, configurations: 1 });
  expect(instance.configurations.ids()).toContain(first);
  expect(instance.nodes.get("broker-2")?.configuration).toBe(first);
  world.ready = () => ({ ready: true });
  instance.plans.control({ command: "continue", plan: "deploy" });
  await clock.pass(5000);
  await deploy(kafka({ BROKER_MEM: 4096 }));
  expect(instance.configurations.ids()).not.toContain(first);
  await orchestrator.close();
});

test("the requested number of finished recoveries is kept", async () => {
  const { orchestrator, instance, clock } = await scene();
  orchestrator.retain({ ...orchestrator.retention, plans: 2 });
  for (const _ of memories(4)) {
    instance.nodes.restart("broker-0");
    await clock.pass(5000);
  }
  expect(instance.plans.get("recovery")?.phases).toHaveLength(2);
  await orchestrator.close();
});
