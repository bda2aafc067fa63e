import { expect, test } from "vitest";
import { orchestrate } from "../src/create-orchestrator.ts";
import type { Readiness } from "../src/for-engines.ts";
import { openDatabase } from "../src/state/database.ts";
import { kafka } from "./support/definitions.ts";
import { killable } from "./support/killable.ts";
import { manualClock } from "./support/manual-clock.ts";
import { scene } from "./support/scene.ts";
import { createWorld } from "./support/world.ts";

const no = (reason: string) => ({ ready: false, reason }) as const;
const yes = { ready: true } as const;
const CLOSED = "it has closed its connections";
const FULL = "the disk of /volumes is full";

/** A cluster whose engine is asked whether nodes serve. */
async function served(serves: (node: string) => Readiness) {
  const answers = { serves };
  const match = await scene(kafka(), {
    prepare: (world) => {
      world.serves = ({ id }) => answers.serves(id);
    },
  });
  return { ...match, instance: match.instance, answers };
}

test("a node that does not serve is restarted once the engine agrees, and its view shows the reason", async () => {
  const { world, clock, instance, status, message, answers } = await served(() => yes);
  world.mayStop = () => no("needed");
  answers.serves = (node) => (node === "broker-1" ? no(CLOSED) : yes);
  await clock.pass(25_000);
  expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running", reason: CLOSED });
  expect(message("broker-1", "recovery")).toBe("Broker-1 is PENDING: needed");
  expect(instance.plans.get("recovery")?.phases[0]?.steps[0]).toMatchObject({ purpose: `restart: ${CLOSED}` });
  expect(world.stops).toEqual([]);
  world.mayStop = () => yes;
  await clock.pass(2000);
  expect(world.stops).toHaveLength(1);
  answers.serves = () => yes;
  await clock.pass(60_000);
  expect(world.stops).toHaveLength(1);
  expect(status("recovery")).toBe("COMPLETE");
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
});

test("one answer alone restarts no node, and neither does an engine that does not answer", async () => {
  const answered: string[] = [];
  const { world, clock, instance, status, answers } = await served(() => yes);
  answers.serves = (node) => {
    if (node !== "broker-1") return yes;
    answered.push(node);
    if (answered.length > 3) throw new Error("the engine does not answer");
    return answered.length % 2 === 1 ? no(CLOSED) : yes;
  };
  await clock.pass(120_000);
  expect(answered.length).toBeGreaterThan(5);
  expect(world.stops).toEqual([]);
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
  expect(status("recovery")).toBe("COMPLETE");
});

test("a node that serves again before its restart is not restarted", async () => {
  const { world, clock, status, answers } = await served(() => yes);
  world.mayStop = () => no("needed");
  answers.serves = (node) => (node === "broker-1" ? no(CLOSED) : yes);
  await clock.pass(25_000);
  answers.serves = () => yes;
  await clock.pass(25_000);
  world.mayStop = () => yes;
  await clock.pass(25_000);
  expect(world.stops).toEqual([]);
  expect(status("recovery")).toBe("COMPLETE");
});

test("nodes on a full disk that do not serve are restarted once when there is room, without waiting for each other", async () => {
  const { world, clock, instance, status, message, answers } = await served(() => yes);
  const nodes = ["broker-0", "broker-1", "broker-2"];
  answers.serves = () => no(CLOSED);
  world.ready = () => no("it does not see the others yet");
  for (const node of nodes) world.fill(node, FULL);
  await clock.pass(120_000);
  expect(world.stops).toEqual([]);
  for (const node of nodes) {
    expect(instance.nodes.get(node)).toMatchObject({ state: "running", reason: `${CLOSED}; ${FULL}` });
    expect(message(node, "recovery")).toContain(`is PENDING: waits for room: ${FULL}`);
  }
  for (const node of nodes) world.fill(node);
  await clock.pass(5000);
  expect(world.stops).toHaveLength(3);
  world.ready = () => yes;
  answers.serves = () => yes;
  await clock.pass(120_000);
  expect(world.stops).toHaveLength(3);
  expect(status("recovery")).toBe("COMPLETE");
});

test("a rollout stops no node whose disk is full, and says why; a step that waits for a node adds it", async () => {
  const { world, clock, instance, deploy, status, message } = await scene();
  world.fill("broker-0", FULL);
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(60_000);
  expect(world.stops).toEqual([]);
  expect(message("broker-0")).toBe(`Broker-0 is PENDING: waits for room: ${FULL}`);
  expect(instance.nodes.get("broker-0")).toMatchObject({ state: "running", reason: FULL });
  world.ready = () => no("it copies records");
  world.fill("broker-0");
  await clock.pass(5000);
  world.fill("broker-0", FULL);
  await clock.pass(5000);
  expect(message("broker-0")).toBe(`Broker-0 is IN_PROGRESS: is starting: it copies records; ${FULL}`);
  world.ready = () => yes;
  await clock.pass(60_000);
  expect(status()).toBe("COMPLETE");
});

test("a node that has died on a full disk shows it until its next launch, which waits for room", async () => {
  const { world, clock, instance, status, message } = await scene();
  // After its second death in a row, a node is launched again after a pause.
  world.die("broker-1");
  await clock.pass(2000);
  world.waits = () => FULL;
  world.die("broker-1", "no space left on device", FULL);
  await clock.settle();
  expect(instance.nodes.get("broker-1")).toMatchObject({
    state: "failed",
    reason: `no space left on device; ${FULL}`,
  });
  expect(message("broker-1", "recovery")).toContain(`failed: no space left on device; ${FULL}`);
  await clock.pass(60_000);
  expect(instance.nodes.get("broker-1")).toMatchObject({ state: "starting", reason: FULL });
  expect(message("broker-1", "recovery")).toBe(`Broker-1 is IN_PROGRESS: is starting: ${FULL}`);
  world.letRun("broker-1");
  await clock.pass(5000);
  expect(status("recovery")).toBe("COMPLETE");
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
});

test("while the service cannot store a launch either, the node and its step show the full disk", async () => {
  const [world, clock] = [createWorld(), manualClock()];
  const life = killable(openDatabase(undefined), clock, world.kill);
  const orchestrator = await orchestrate(life.database, { engines: world.engines, clock: life.clock });
  await orchestrator.deploy(kafka());
  await clock.pass(1000);
  const instance = orchestrator.instance("kafka");
  life.fail(true);
  world.die("broker-1", "no space left on device", FULL);
  await clock.pass(60_000);
  expect(instance?.nodes.get("broker-1")).toMatchObject({ reason: expect.stringContaining(FULL) });
  expect(instance?.plans.text("recovery")).toContain(FULL);
  life.fail(false);
  await clock.pass(60_000);
  expect(instance?.plans.get("recovery")?.status).toBe("COMPLETE");
  await orchestrator.close();
});
