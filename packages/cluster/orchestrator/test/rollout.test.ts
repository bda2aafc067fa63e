import { describe, expect, test } from "vitest";
import type { Readiness } from "../src/engine.ts";
import type { NodeView } from "../src/instance.ts";
import { definitions, kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

test("a first deployment launches the nodes one after another", async () => {
  const { world, status, steps, instance } = await scene();
  expect(status()).toBe("COMPLETE");
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 COMPLETE, broker-2 COMPLETE");
  expect(world.launches.map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  expect(instance.nodes.ids()).toEqual(["broker-0", "broker-1", "broker-2"]);
});

test("a change rolls over the nodes in place, never two at once", async () => {
  const { world, clock, status, deploy, instance } = await scene();
  let fewest = 3;
  world.mayStop = () => {
    fewest = Math.min(fewest, world.running().length);
    return { ready: true };
  };
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  expect(fewest).toBe(3);
  expect(world.launches.slice(3).map(({ node, command, on }) => [node, command.environment.MEM, on?.agent])).toEqual([
    ["broker-0", "4096", "agent-0"],
    ["broker-1", "4096", "agent-1"],
    ["broker-2", "4096", "agent-2"],
  ]);
  expect(instance.configurations.ids()).toHaveLength(2);
  expect(instance.nodes.get("broker-2")?.configuration).toBe(instance.configurations.target().id);
});

test("raising the number of nodes launches the new one and touches no other", async () => {
  const { world, clock, steps, deploy, instance } = await scene();
  await deploy(kafka({ BROKER_COUNT: 4 }));
  await clock.pass(1000);
  expect(steps()).toBe("broker-3 COMPLETE");
  expect(world.stops).toEqual([]);
  expect(instance.nodes.ids()).toHaveLength(4);
});

describe("phases", () => {
  const phases = async (input: Parameters<typeof definitions>[0], options = {}) => {
    const { instance } = await scene(definitions(input), options);
    return instance.plans.get("deploy")?.phases.map(({ name, steps }) => [name, steps.map((step) => step.name)]);
  };

  test("of a broker, with internal nodes inside its reconciliation", async () => {
    const { instance, world } = await scene(kafka(), { controllers: true });
    expect(instance.plans.get("deploy")?.phases.map(({ name, steps }) => [name, steps.map((step) => step.name)])).toEqual([
      ["Reconciliation", ["Reconciliation"]],
      [`Update to: ${instance.configurations.target().id}`, ["broker-0", "broker-1", "broker-2"]],
    ]);
    expect(world.launches[0]?.node).toBe("controller-0");
    expect(instance.nodes.ids()).not.toContain("controller-0");
    expect(instance.nodes.get("controller-0")).toBeUndefined();
  });

  test("of a database", async () => {
    expect(await phases({ cassandra: { kind: "wide-column" } })).toEqual([
      ["Reconciliation", ["Reconciliation"]],
      ["Sync Datacenter", []],
      ["Deploy", ["node-0", "node-1", "node-2"]],
    ]);
  });

  test("of a file system", async () => {
    expect(await phases({ hdfs: { kind: "file-system" } })).toEqual([
      ["journal", ["journal-0", "journal-1", "journal-2"]],
      ["name", ["name-0", "name-1"]],
      ["fc", ["fc-0", "fc-1"]],
      ["data", ["data-0", "data-1", "data-2"]],
    ]);
  });
});

test("nodes of a new database join as soon as the engine allows it, and later ones one after another", async () => {
  const { world, clock, status, deploy } = await scene(definitions({ cassandra: { kind: "wide-column" } }), {
    joins: true,
    joinsTogether: true,
    prepare: (each) => {
      each.mayStart = (node, nodes) =>
        node.index === 0 || nodes[0]?.state === "running" ? { ready: true } : { ready: false, reason: "no seed yet" };
      each.ready = ({ index }) => (index === 0 ? { ready: true } : { ready: false, reason: "it joins" });
    },
  });
  const launched = () => world.launches.map(({ node }) => node);
  expect(launched()).toEqual(["node-0", "node-1", "node-2"]);
  world.ready = () => ({ ready: true });
  await clock.pass(2000);
  expect(status()).toBe("COMPLETE");
  world.ready = ({ index }) => (index === 3 ? { ready: false, reason: "it joins" } : { ready: true });
  await deploy(definitions({ cassandra: { kind: "wide-column", settings: { NODE_COUNT: 5 } } }));
  await clock.pass(2000);
  expect(launched()).toEqual(["node-0", "node-1", "node-2", "node-3"]);
});

test("new brokers start together after the controllers, and later changes reach them one after another", async () => {
  const starting = ({ podType }: NodeView): Readiness =>
    podType === "controller" ? { ready: true } : { ready: false, reason: "it starts" };
  const { world, clock, status, deploy } = await scene(kafka(), {
    controllers: true,
    joinsTogether: true,
    prepare: (each) => {
      each.ready = starting;
    },
  });
  const launched = () => world.launches.map(({ node }) => node);
  expect(launched()).toEqual(["controller-0", "broker-0", "broker-1", "broker-2"]);
  world.ready = () => ({ ready: true });
  await clock.pass(2000);
  expect(status()).toBe("COMPLETE");
  world.ready = starting;
  await deploy(kafka({ BROKER_MEM: 1024 }));
  await clock.pass(2000);
  expect(launched().slice(4)).toEqual(["controller-0", "broker-0"]);
});

test("while internal nodes start, the reconciliation says so", async () => {
  const { message, status, steps } = await scene(kafka(), {
    controllers: true,
    prepare: (world) => {
      world.ready = ({ podType }) => (podType === "controller" ? { ready: false, reason: "no quorum" } : { ready: true });
    },
  });
  expect(status()).toBe("IN_PROGRESS");
  expect(steps("deploy", "Reconciliation")).toBe("Reconciliation IN_PROGRESS");
  expect(message("Reconciliation")).toBe("Reconciliation is IN_PROGRESS: controller-0: is starting: no quorum");
});

test("one-shot tasks run first, once for each set of volumes, and show in the message", async () => {
  const setup = await scene(kafka(), {
    format: true,
    prepare: (world) => {
      world.fails = ({ task }) => (task === "format" ? "no space" : undefined);
    },
    wait: 500,
  });
  const { world, clock, instance, message } = setup;
  expect(message("broker-0")).toMatch(/^Broker-0 is DELAYED: failed: no space; it is launched again at 2026-/);
  world.fails = () => undefined;
  await clock.pass(5000);
  expect(instance.nodes.get("broker-0")?.done).toEqual(["format"]);
  expect(world.launches.map(({ task }) => task)).toEqual(["format", "format", "node", "format", "node", "format", "node"]);
  instance.nodes.restart("broker-0");
  await clock.pass(1000);
  expect(world.launches.at(-1)?.task).toBe("node");
  instance.nodes.replace("broker-0");
  await clock.pass(1000);
  expect(world.launches.slice(-2).map(({ task }) => task)).toEqual(["format", "node"]);
});

test("a node that is not ready keeps its step waiting, with the reason and since when", async () => {
  const { message, steps, instance } = await scene(kafka(), {
    prepare: (world) => {
      world.ready = () => ({ ready: false, reason: "3 partitions are under-replicated" });
    },
  });
  expect(steps()).toBe("broker-0 IN_PROGRESS, broker-1 PENDING, broker-2 PENDING");
  expect(message("broker-0")).toBe("Broker-0 is IN_PROGRESS: is starting: 3 partitions are under-replicated");
  expect(instance.plans.get("deploy")?.phases[1]?.steps[0]?.started_at).toBe("2026-01-01T00:00:00.000Z");
  expect(instance.nodes.get("broker-0")).toMatchObject({
    state: "starting",
    reason: "3 partitions are under-replicated",
  });
});

test("a node is not stopped until the engine agrees, and the step says why", async () => {
  const { world, clock, deploy, message, status } = await scene();
  world.mayStop = () => ({ ready: false, reason: "orders/0 has no other replica in sync" });
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(3000);
  expect(message("broker-0")).toBe("Broker-0 is PENDING: orders/0 has no other replica in sync");
  expect(world.stops).toEqual([]);
  world.mayStop = () => ({ ready: true });
  await clock.pass(5000);
  expect(status()).toBe("COMPLETE");
});

test("an engine's error about readiness is a not-ready with that reason", async () => {
  const { message } = await scene(kafka(), {
    prepare: (world) => {
      world.ready = () => {
        throw new Error("connection refused");
      };
    },
  });
  expect(message("broker-0")).toBe("Broker-0 is IN_PROGRESS: is starting: connection refused");
});

test("a task that fails repeatedly is an error with its last words; a corrected definition continues with that node first", async () => {
  const { world, clock, deploy, status, steps, instance } = await scene();
  world.fails = ({ node, command }) => (node === "broker-1" && command.environment.MEM === "1" ? "out of memory" : undefined);
  await deploy(kafka({ BROKER_MEM: 1 }));
  await clock.pass(10_000);
  expect(status()).toBe("ERROR");
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 ERROR, broker-2 PENDING");
  expect(instance.plans.get("deploy")?.errors).toEqual(["broker-1: out of memory"]);
  expect(world.launches.filter(({ node }) => node === "broker-1")).toHaveLength(4);
  expect(instance.plans.get("recovery")?.phases).toEqual([]);
  const before = world.launches.length;
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(10_000);
  expect(status()).toBe("COMPLETE");
  expect(world.launches.slice(before).map(({ node }) => node)).toEqual(["broker-1", "broker-0", "broker-2"]);
});

test("the launch request of a task", async () => {
  const { world } = await scene();
  expect(world.launches[2]).toMatchObject({
    podType: "broker",
    oneShot: false,
    environment: { FRAMEWORK_NAME: "kafka", POD_INSTANCE_INDEX: "2", TASK_NAME: "broker-2-node", PEER_OF: "broker-2" },
    placementRule: { rules: [{ type: "broker", behavior: "AVOID" }] },
    volumes: { "broker-data": { name: expect.stringMatching(/^broker-2__/), kept: false } },
  });
  expect(world.launches[2]?.taskId).toMatch(/^broker-2-node__[\da-f-]{36}$/);
});

test("a launch waits for the engine's preparation, and the step shows its progress", async () => {
  let got: () => void = () => undefined;
  let report: (waitsFor: string) => void = () => undefined;
  const { world, clock, message, status } = await scene(kafka(), {
    wait: 0,
    prepare: (prepared) => {
      prepared.gets = (context) => {
        report = context.report;
        return new Promise((resolve) => {
          got = resolve;
        });
      };
    },
  });
  report("it is being fetched: 3 of 47");
  expect(message("broker-0")).toBe("Broker-0 is IN_PROGRESS: is starting: it is being fetched: 3 of 47");
  expect(world.launches).toEqual([]);
  delete world.gets;
  got();
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
});

test("a failed preparation is the reason of the step, and is retried", async () => {
  const { world, clock, status, instance } = await scene(kafka(), {
    wait: 10_000,
    prepare: (prepared) => {
      prepared.gets = async () => {
        throw new Error("there is no network");
      };
    },
  });
  expect(status()).toBe("ERROR");
  expect(instance.plans.get("deploy")?.errors).toEqual(["broker-0: there is no network"]);
  delete world.gets;
  const phase = instance.plans.get("deploy")?.phases.at(-1)?.name ?? "";
  instance.plans.control({ command: "restart", plan: "deploy", phase, step: "broker-0" });
  await clock.pass(10_000);
  expect(status()).toBe("COMPLETE");
});

test("a failed placement is the reason of the step", async () => {
  const { message } = await scene(kafka(), {
    prepare: (world) => {
      world.refuses = ({ node }) => (node === "broker-1" ? "no agent has 2048 MB left" : undefined);
    },
  });
  expect(message("broker-1")).toContain("no agent has 2048 MB left");
});
