import { expect, test } from "vitest";
import { orchestrate } from "../src/create-orchestrator.ts";
import { openDatabase } from "../src/state/database.ts";
import { kafka } from "./support/definitions.ts";
import { killable } from "./support/killable.ts";
import { manualClock } from "./support/manual-clock.ts";
import { watchOver } from "./support/rules.ts";
import { createWorld } from "./support/world.ts";

/** A cluster whose disk fills up just when broker-0 may be stopped. */
async function filling() {
  const [world, clock] = [createWorld(), manualClock()];
  const rules = watchOver(world);
  const life = killable(openDatabase(undefined), clock, world.kill);
  const orchestrator = await orchestrate(life.database, { engines: world.engines, clock: life.clock });
  await orchestrator.deploy(kafka());
  await clock.pass(1000);
  const instance = orchestrator.instance("kafka");
  return { world, clock, rules, life, orchestrator, instance };
}

test("a node whose stop could not be stored is not stopped when another has died meanwhile", async () => {
  const { world, clock, rules, life, instance, orchestrator } = await filling();
  world.mayStop = () => ({ ready: false, reason: "needed" });
  instance?.nodes.restart("broker-0");
  await clock.pass(1000);
  life.fail(true);
  world.mayStop = () => ({ ready: true });
  await clock.pass(5000);
  world.refuses = ({ node }) => (node === "broker-1" ? "no agent has room" : undefined);
  world.die("broker-1");
  await clock.pass(5000);
  expect(world.stops).toEqual([]);
  life.fail(false);
  await clock.pass(5000);
  expect(rules.broken).toEqual([]);
  expect(world.stops).toEqual([]);
  expect(instance?.nodes.get("broker-0")?.state).toBe("running");
  world.refuses = () => undefined;
  await clock.pass(20_000);
  expect(world.stops).toHaveLength(1);
  expect(instance?.plans.get("recovery")?.status).toBe("COMPLETE");
  await orchestrator.close();
});

test("nodes still join one at a time after launches that could not be stored", async () => {
  const [world, clock] = [createWorld({ joins: true }), manualClock()];
  const rules = watchOver(world, true);
  world.mayStart = ({ id }) => {
    const other = rules.joining().find((each) => each !== id);
    return other ? { ready: false, reason: `${other} is joining` } : { ready: true };
  };
  const life = killable(openDatabase(undefined), clock, world.kill);
  const orchestrator = await orchestrate(life.database, { engines: world.engines, clock: life.clock });
  await orchestrator.deploy(kafka());
  await clock.pass(60_000);
  life.fail(true);
  world.die("broker-0");
  await clock.settle();
  await expect(orchestrator.deploy(kafka({ BROKER_COUNT: 4 }))).rejects.toThrow("disk");
  await clock.settle();
  life.fail(false);
  await clock.settle();
  // Reading the plan retries the failed write.
  orchestrator.instance("kafka")?.plans.get("deploy");
  await clock.pass(60_000);
  expect(rules.broken).toEqual([]);
  expect(orchestrator.instance("kafka")?.plans.get("recovery")?.status).toBe("COMPLETE");
  await orchestrator.close();
});

test("a definition with fewer nodes that could not be stored removes no node later", async () => {
  const { world, clock, life, instance, orchestrator } = await filling();
  world.mayShrink = () => ({ ready: true });
  life.fail(true);
  await expect(orchestrator.deploy(kafka({ BROKER_COUNT: 2 }))).rejects.toThrow("disk");
  life.fail(false);
  await clock.pass(60_000);
  expect(world.deleted).toEqual([]);
  expect(instance?.nodes.ids()).toHaveLength(3);
  await orchestrator.deploy(kafka({ BROKER_COUNT: 2 }));
  await clock.pass(60_000);
  expect(instance?.nodes.ids()).toHaveLength(2);
  await orchestrator.close();
});
