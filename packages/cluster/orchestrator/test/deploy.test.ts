import { ReeveError } from "@reeve/contract";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { createOrchestrator, type InstanceDefinition, instanceDefinition } from "../src/index.ts";
import { definitions, kafka } from "./support/definitions.ts";
import { scene, temporaryFolder } from "./support/scene.ts";
import { createWorld } from "./support/world.ts";

test("deploying the same definition again changes nothing", async () => {
  const { orchestrator, instance } = await scene();
  const configuration = instance.configurations.target().id;
  expect(await orchestrator.deploy(kafka())).toEqual([{ instance: "kafka", change: "unchanged", configuration }]);
  expect(instance.configurations.ids()).toEqual([configuration]);
});

test("pace and revision apply without a rollout", async () => {
  const { orchestrator, instance } = await scene();
  const plan = instance.plans.get("deploy");
  const [deployed] = await orchestrator.deploy(kafka({}, { pace: 0, revision: "R1" }));
  expect(deployed).toMatchObject({ change: "changed", configuration: instance.configurations.target().id });
  expect(instance.definition).toMatchObject({ pace: 0, revision: "R1" });
  expect(instance.plans.get("deploy")).toBe(plan);
});

test("a setting that changes no node makes a configuration and an empty rollout", async () => {
  const { deploy, instance, status, steps, clock } = await scene();
  await deploy(kafka({ PLACEMENT_STRATEGY: "ANY" }));
  await clock.settle();
  expect(instance.configurations.ids()).toHaveLength(2);
  expect([status(), steps()]).toEqual(["COMPLETE", ""]);
});

test("the engine is asked about changed definitions; what it refuses is not deployed", async () => {
  const { engines } = createWorld();
  const [pair] = engines;
  if (!pair) throw new Error("a world without an engine");
  const asked: string[] = [];
  const logged: unknown[] = [];
  const validate = async (definition: InstanceDefinition) => {
    const { BROKER_MEM: memory } = definition.settings as Readonly<Record<string, unknown>>;
    asked.push(String(memory));
    if (memory === 300) throw new ReeveError("bad-input", "the engine refuses it");
    return "Java was not found";
  };
  const orchestrator = await createOrchestrator({
    engines: [{ ...pair, engine: { ...pair.engine, validate } }],
    log: (_level, message, fields) => logged.push([message, fields]),
  });
  await orchestrator.deploy(kafka({ BROKER_MEM: 256 }));
  await orchestrator.deploy(kafka({ BROKER_MEM: 256 }));
  expect(asked).toEqual(["256"]);
  expect(logged).toContainEqual(["the engine itself did not check the settings", { instance: "kafka", reason: "Java was not found" }]);
  const refused = { code: "bad-input", message: "kafka: the engine refuses it" };
  await expect(orchestrator.compare(kafka({ BROKER_MEM: 300 }))).rejects.toMatchObject(refused);
  await expect(orchestrator.deploy(kafka({ BROKER_MEM: 300 }))).rejects.toMatchObject(refused);
  expect(orchestrator.instance("kafka")?.configurations.ids()).toHaveLength(1);
  await orchestrator.close();
});

describe("the runtime of an instance", () => {
  const world = createWorld();
  const [pair] = world.engines;
  if (!pair) throw new Error("a world without an engine");
  const engines = [...world.engines, { ...pair, runtime: { ...pair.runtime, name: "elsewhere" } }];
  const on = (runtime?: string | { readonly name: string }) => kafka({}, runtime === undefined ? {} : { runtime });

  test("is its engine's default, or the one that is named", async () => {
    const orchestrator = await createOrchestrator({ engines });
    await orchestrator.deploy({
      ...definitions({ a: { kind: "broker" }, b: { kind: "broker", runtime: { name: "elsewhere" } } }),
    });
    expect(orchestrator.instances().map(({ name, runtime }) => [name, runtime.name])).toEqual([
      ["a", pair.runtime.name],
      ["b", "elsewhere"],
    ]);
    await orchestrator.close();
  });

  test("may be named later if it is the same, without a configuration; an instance cannot move", async () => {
    const orchestrator = await createOrchestrator({ engines });
    await orchestrator.deploy(on());
    await orchestrator.deploy(on(pair.runtime.name));
    expect(orchestrator.instance("kafka")?.configurations.ids()).toHaveLength(1);
    await expect(orchestrator.deploy(on("elsewhere"))).rejects.toThrow(
      `kafka: the service runs on ${pair.runtime.name} and cannot move to elsewhere; remove the service first`,
    );
    await orchestrator.close();
  });

  test("has to fit its engine, or is refused with the reason", () => {
    const offers = [
      { engine: { name: "a", kind: "broker" }, runtime: { name: "one" } },
      { engine: { name: "b", kind: "broker" }, runtime: { name: "two" } },
    ] as const;
    const request = (engine: string, runtime?: string) => {
      const input = { kind: "broker", engine, ...(runtime !== undefined && { runtime }) };
      const { issues = [] } = v.safeParse(instanceDefinition(offers), input);
      return issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join();
    };
    expect(request("a")).toBe("");
    expect(request("b", "two")).toBe("");
    expect(request("a", "two")).toBe(
      "runtime: the engine a does not run on two; set engine: b to run on two, or runtime: one to keep the engine a",
    );
    expect(request("a", "three")).toBe('runtime: there is no runtime "three"; available: one, two');
    expect(request("c", "two")).toBe('engine: there is no engine "c" for a broker; available: a, b');
  });
});

describe("refused with the reason, without any change", () => {
  const both = { ...kafka(), ...definitions({ cassandra: { kind: "wide-column" } }) };

  test.each([
    [
      "fewer nodes",
      { ...both, ...kafka({ BROKER_COUNT: 2 }) },
      "kafka: cannot reduce broker nodes from 3 to 2: the engine does not support this; set the number back to 3",
    ],
    [
      "a setting that the engine does not know",
      { ...both, ...kafka({}, { engineConfiguration: { "unknown.setting": 1 } }) },
      "kafka: unknown.setting: is no setting",
    ],
    [
      "another kind",
      { ...both, ...definitions({ kafka: { kind: "wide-column" } }) },
      "kafka: a broker (simulated) cannot become a wide-column (simulated); remove the service first",
    ],
    [
      "an engine that is not there",
      { ...both, ...kafka({}, { engine: "other" }) },
      'kafka: there is no engine "other" for a broker; available: simulated',
    ],
    [
      "an instance that is missing",
      kafka(),
      "cassandra: the service is not in the definition; to delete the service with all of its data, deploy again with the flag remove",
    ],
    [
      "several things, all at once",
      definitions({ kafka: { kind: "broker", settings: { BROKER_COUNT: 1 } }, hdfs: { kind: "file-system" } }),
      "kafka: cannot reduce broker nodes from 3 to 1: the engine does not support this; set the number back to 3; cassandra: the service is not in the definition; to delete the service with all of its data, deploy again with the flag remove",
    ],
  ])("%s", async (_, wanted, message) => {
    const { orchestrator } = await scene(both);
    const before = orchestrator.instances().map(({ configurations }) => configurations.ids());
    await expect(orchestrator.deploy(wanted)).rejects.toThrow(message);
    await expect(orchestrator.compare(wanted)).rejects.toThrow(message);
    expect(orchestrator.instances().map(({ configurations }) => configurations.ids())).toEqual(before);
  });
});

test("an instance is removed with its tasks and volumes where that is allowed, and can be created again", async () => {
  const { orchestrator, world, clock } = await scene({
    ...kafka(),
    ...definitions({ cassandra: { kind: "wide-column" } }),
  });
  const cassandra = definitions({ cassandra: { kind: "wide-column" } });
  expect((await orchestrator.compare(cassandra, { remove: true })).map(({ change }) => change)).toEqual(["unchanged", "removed"]);
  await orchestrator.deploy(cassandra, { remove: true });
  expect(orchestrator.instance("kafka")).toBeUndefined();
  expect(world.running()).toEqual(["node-0", "node-1", "node-2"]);
  expect(world.deleted).toHaveLength(3);
  await orchestrator.deploy({ ...kafka(), ...cassandra });
  await clock.pass(1000);
  expect(world.running()).toHaveLength(6);
});

test("many deployments at once run one after another", async () => {
  const { orchestrator, instance } = await scene();
  await Promise.all([1024, 2048, 4096].map((memory) => orchestrator.deploy(kafka({ BROKER_MEM: memory }))));
  expect(instance.definition).toMatchObject({ settings: { BROKER_MEM: 4096 } });
  expect(instance.configurations.ids()).toHaveLength(4);
});

test("an engine that cannot be opened is the reason why nothing was deployed", async () => {
  const world = createWorld();
  const engines = world.engines.map(({ engine, runtime }) => ({
    runtime,
    engine: { ...engine, open: () => Promise.reject(new Error("no Java here")) },
  }));
  const orchestrator = await createOrchestrator({ engines });
  await expect(orchestrator.deploy(kafka())).rejects.toThrow("no Java here");
  expect(orchestrator.instances()).toEqual([]);
  await orchestrator.close();
});

test("more instances or nodes than the limit are refused", async () => {
  const { orchestrator } = await scene();
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, kafka({ BROKER_COUNT: 9000 }).kafka]));
  const all = { ...kafka(), ...many } as Record<string, InstanceDefinition>;
  await expect(orchestrator.deploy(all)).rejects.toThrow("270003 nodes in total are too many: the limit is 20000");
  const services = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, kafka().kafka]));
  await expect(orchestrator.deploy(services as Record<string, InstanceDefinition>)).rejects.toThrow(
    "201 services are too many: the limit is 200",
  );
  expect(orchestrator.instances()).toHaveLength(1);
});

describe("an instance that cannot be opened", () => {
  const two = { ...kafka(), ...definitions({ cassandra: { kind: "wide-column" } }) };

  test("is not deployed, nor are others with it, and nothing stays open", async () => {
    const { orchestrator, world } = await scene();
    world.closedTo = (kind) => (kind === "wide-column" ? "its folder is in use" : undefined);
    const before = world.open();
    await expect(orchestrator.deploy({ ...two, ...definitions({ other: { kind: "broker" } }) })).rejects.toThrow("its folder is in use");
    expect([world.open(), orchestrator.instances().length]).toEqual([before, 1]);
    world.closedTo = () => undefined;
    await orchestrator.deploy(two);
    expect(orchestrator.instances()).toHaveLength(2);
    await orchestrator.close();
    expect(world.open()).toBe(0);
  });

  test("prevents the start of the service, and nothing stays open", async () => {
    const state = temporaryFolder();
    const { orchestrator, world } = await scene(two, { state });
    await orchestrator.close();
    world.closedTo = (kind) => (kind === "wide-column" ? "its folder is in use" : undefined);
    const { engines } = world;
    await expect(createOrchestrator({ engines, state })).rejects.toThrow("its folder is in use");
    expect(world.open()).toBe(0);
    world.closedTo = () => undefined;
    const next = await createOrchestrator({ engines, state });
    expect(next.instances()).toHaveLength(2);
    await next.close();
  });
});
