import { expect, test } from "vitest";
import { definitions, kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

test("a node that is getting ready finishes first, then is the first of the new plan", async () => {
  const { world, clock, deploy, message, status } = await scene();
  world.ready = () => ({ ready: false, reason: "not yet" });
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(2000);
  await deploy(kafka({ BROKER_MEM: 8192 }));
  await clock.pass(2000);
  expect(message("broker-0")).toBe("Broker-0 is PENDING: waits for the node's current operation: the node is starting: not yet");
  expect(world.stops).toHaveLength(1);
  world.ready = () => ({ ready: true });
  await clock.pass(5000);
  expect(status()).toBe("COMPLETE");
  expect(world.launches.slice(3).map(({ node, command }) => `${node} ${command.environment.MEM}`)).toEqual([
    "broker-0 4096",
    "broker-0 8192",
    "broker-1 8192",
    "broker-2 8192",
  ]);
});

test("a node that does not get ready in time is overtaken by the new plan", async () => {
  const { world, clock, deploy, status } = await scene();
  world.ready = ({ spec }) =>
    spec["task-specs"][0]?.["command-spec"].environment.MEM === "4096" ? { ready: false, reason: "never" } : { ready: true };
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(30_000);
  await deploy(kafka({ BROKER_MEM: 8192 }));
  await clock.pass(10_000);
  expect(status()).toBe("IN_PROGRESS");
  await clock.pass(40_000);
  expect(status()).toBe("COMPLETE");
});

test("a node that fails is overtaken at once", async () => {
  const { world, clock, deploy, status } = await scene();
  world.fails = ({ command }) => (command.environment.MEM === "4096" ? "bad" : undefined);
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(500);
  await deploy(kafka({ BROKER_MEM: 8192 }));
  await clock.pass(500);
  expect(status()).toBe("COMPLETE");
});

test("a request that a newer configuration overtook is not forgotten", async () => {
  const { world, clock, deploy, instance } = await scene();
  world.ready = () => ({ ready: false, reason: "not yet" });
  await deploy(kafka({ BROKER_MEM: 4096 }));
  world.ready = () => ({ ready: true });
  const { message } = instance.nodes.replace("broker-2");
  expect(message).toBe("waits for the rollout (deploy)");
  await deploy(kafka({ BROKER_MEM: 8192 }));
  await clock.pass(5000);
  expect(world.deleted).toHaveLength(1);
  expect(instance.plans.get("recovery")?.status).toBe("COMPLETE");
});

test("a node that was overtaken comes before the phases that precede its own", async () => {
  const hdfs = (mem: number) => definitions({ hdfs: { kind: "file-system", pods: { journal: { mem }, data: { mem } } } });
  const { world, clock, deploy, status } = await scene(hdfs(512));
  world.fails = ({ node, command }) => (node === "data-0" && command.environment.MEM === "600" ? "bad" : undefined);
  await deploy(hdfs(600));
  await clock.pass(20_000);
  expect(status()).toBe("ERROR");
  const before = world.launches.length;
  await deploy(hdfs(700));
  await clock.pass(20_000);
  expect(status()).toBe("COMPLETE");
  expect(world.launches[before]?.node).toBe("data-0");
  expect(world.launches[before + 1]?.node).toBe("journal-0");
});

test("a node on its way to an outdated target is brought back, however often the target changes", async () => {
  const staged = (settings: object) => kafka({ PHASE_STRATEGY: "STAGE", ...settings }, { revision: "R2" });
  const { world, clock, deploy, instance, status } = await scene(staged({ BROKER_MEM: 2048 }));
  world.lingers = () => true;
  await deploy(staged({ BROKER_MEM: 4096 }));
  instance.plans.control({ command: "continue", plan: "deploy" });
  await clock.pass(100);
  expect(instance.nodes.get("broker-0")?.state).toBe("stopping");
  await deploy(staged({ BROKER_MEM: 2048 }));
  await deploy(staged({ BROKER_MEM: 2048, BROKER_COUNT: 4 }));
  world.lingers = () => false;
  world.letStop("broker-0");
  for (let round = 0; round < 4; round++) {
    await clock.pass(60_000);
    instance.plans.control({ command: "continue", plan: "deploy" });
  }
  expect(status()).toBe("COMPLETE");
  expect(world.launches.findLast(({ node }) => node === "broker-0")?.command.environment.MEM).toBe("2048");
});
