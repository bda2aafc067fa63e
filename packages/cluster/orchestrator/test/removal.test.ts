import { expect, test } from "vitest";
import { orchestrate } from "../src/create-orchestrator.ts";
import { createOrchestrator } from "../src/index.ts";
import { openDatabase } from "../src/state/database.ts";
import { definitions, kafka } from "./support/definitions.ts";
import { killable } from "./support/killable.ts";
import { manualClock } from "./support/manual-clock.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";
import { createWorld } from "./support/world.ts";

const forbidden = "persistentvolumeclaims is forbidden";
const MINUTE = 60_000;

/** The removals in progress, with their reasons. */
const removalsOf = ({ removals }: Scene["orchestrator"]) => removals().map(({ name, troubles }) => [name, ...troubles].join(": "));

/** Runs a deployment while time passes, because the deployment waits for the removal. */
async function deployed({ orchestrator, clock }: Pick<Scene, "orchestrator" | "clock">, definition: object, time = 0) {
  const deploying = orchestrator.deploy(definition as never, { remove: true });
  await clock.pass(time);
  return deploying;
}

test("a removal continues until the last volume can be deleted, and shows why it cannot go on", async () => {
  const { orchestrator, world, clock, instance, logged } = await scene();
  const [volume = ""] = Object.values(instance.nodes.get("broker-1")?.volumes ?? {});
  world.undeletable = (each) => (each === volume ? forbidden : undefined);
  const reason = `the volume ${volume} cannot be deleted: ${forbidden}`;
  let notices = 0;
  const unwatch = orchestrator.watchRemovals(() => notices++);
  expect(await orchestrator.deploy({}, { remove: true })).toEqual([
    { instance: "kafka", change: "removed", configuration: undefined, troubles: [reason] },
  ]);
  expect([orchestrator.instances(), world.running(), world.deleted.length, notices]).toEqual([[], [], 2, 1]);
  expect(orchestrator.removals()).toMatchObject([{ name: "kafka", kind: "broker", troubles: [reason] }]);
  await clock.pass(5 * MINUTE);
  expect(world.deleted).toHaveLength(2);
  expect(logged.filter(([level]) => level === "warn")).toHaveLength(1);
  world.undeletable = () => undefined;
  await clock.pass(MINUTE);
  expect([world.deleted.length, orchestrator.removals(), world.open()]).toEqual([3, [], 0]);
  unwatch();
});

test("one reason stands for those of many volumes", async () => {
  const { orchestrator, world } = await scene();
  world.undeletable = () => forbidden;
  await orchestrator.deploy({}, { remove: true });
  expect(removalsOf(orchestrator)[0]).toMatch(/^kafka: the volume \S+ cannot be deleted: .+ forbidden \(and 2 more\)$/);
  await orchestrator.close();
});

test("the name of an instance that is being removed is refused with the reason, and other instances are deployed", async () => {
  const setup = await scene();
  const { orchestrator, world, clock } = setup;
  world.undeletable = () => forbidden;
  await orchestrator.deploy({}, { remove: true });
  const refused = /^kafka: the service that had this name is still being removed \(.+ forbidden \(and 2 more\)\); deploy/;
  await expect(orchestrator.compare(kafka())).rejects.toThrow(refused);
  await expect(orchestrator.deploy(kafka())).rejects.toThrow(refused);
  await orchestrator.deploy(definitions({ cassandra: { kind: "wide-column" } }));
  await clock.pass(1000);
  expect(world.running()).toEqual(["node-0", "node-1", "node-2"]);
  // The operator removes the obstacle and deploys again, without a wait for the next attempt.
  world.undeletable = () => undefined;
  await orchestrator.deploy({ ...kafka(), ...definitions({ cassandra: { kind: "wide-column" } }) });
  await clock.pass(1000);
  expect([world.running().length, world.deleted.length, orchestrator.removals()]).toEqual([6, 3, []]);
});

test("a second removal changes nothing, and tries at once", async () => {
  const { orchestrator, world } = await scene();
  world.undeletable = () => forbidden;
  await orchestrator.deploy({}, { remove: true });
  expect(await orchestrator.deploy({}, { remove: true })).toEqual([]);
  expect(orchestrator.removals()).toHaveLength(1);
  world.undeletable = () => undefined;
  expect(await orchestrator.deploy({}, { remove: true })).toEqual([]);
  expect([orchestrator.removals(), world.deleted.length]).toEqual([[], 3]);
});

test("a runtime that does not answer delays deployments only for some seconds", async () => {
  const setup = await scene();
  const { orchestrator, world, clock } = setup;
  world.deletionHangs = () => true;
  expect(await deployed(setup, {}, 10_000)).toMatchObject([{ instance: "kafka", change: "removed", troubles: [] }]);
  const cassandra = definitions({ cassandra: { kind: "wide-column" } });
  await orchestrator.deploy(cassandra);
  const refused = orchestrator.deploy({ ...kafka(), ...cassandra }).catch(String);
  await clock.pass(10_000);
  expect(await refused).toMatch("kafka: the service that had this name is still being removed; deploy again");
  await orchestrator.close();
  expect(world.open()).toBe(0);
});

test("a close ends the wait of a deployment for a removal", async () => {
  const { orchestrator, world, clock } = await scene();
  world.deletionHangs = () => true;
  const removing = orchestrator.deploy({}, { remove: true });
  await clock.settle();
  const closing = orchestrator.close();
  // The removal had begun after the close was requested, so only its own limit ends the wait.
  await clock.pass(10_000);
  await Promise.all([removing, closing]);
  expect(world.open()).toBe(0);
});

test("a task that does not end keeps its instance, and is asked again", async () => {
  const setup = await scene();
  const { orchestrator, world, clock } = setup;
  const used = Object.values(setup.instance.nodes.get("broker-0")?.volumes ?? {})[0] ?? "";
  world.lingers = (node) => node === "broker-0";
  world.undeletable = (volume) => (volume === used && world.live("broker-0").length > 0 ? "it is in use" : undefined);
  let ends = 0;
  world.end = () => void ends++;
  const deploying = orchestrator.deploy({}, { remove: true });
  await clock.settle();
  world.hang("broker-0", "its machine does not answer");
  await clock.pass(10 * MINUTE);
  await deploying;
  const [reason] = removalsOf(orchestrator);
  expect(reason).toMatch(/^kafka: the task broker-0-node__\S+ has not ended: its machine does not answer: the volume/);
  const count = world.stops.filter((taskId) => taskId.startsWith("broker-0")).length;
  expect(count).toBeGreaterThan(3);
  expect([world.deleted.includes(used), ends]).toEqual([false, 0]);
  world.letStop("broker-0");
  await clock.pass(2 * MINUTE);
  expect([world.deleted.includes(used), ends, orchestrator.removals()]).toEqual([true, 1, []]);
});

test("the next service continues a removal, with what is left of the tasks and volumes", async () => {
  const state = temporaryFolder();
  const { orchestrator, world, clock } = await scene(kafka(), { state });
  world.undeletable = () => forbidden;
  let ends = 0;
  world.end = () => void ends++;
  await orchestrator.deploy({}, { remove: true });
  await orchestrator.close();
  const next = async () => {
    const opened = await createOrchestrator({ engines: world.engines, clock, state });
    await clock.settle();
    return opened;
  };
  const second = await next();
  expect([second.instances(), removalsOf(second)]).toEqual([[], [expect.stringMatching(/^kafka: the volume .+ forbidden/)]]);
  await second.close();
  expect(ends).toBe(0);
  world.undeletable = () => undefined;
  const third = await next();
  expect([third.removals(), world.deleted.length, ends]).toEqual([[], 3, 1]);
  await third.deploy(kafka());
  await clock.pass(1000);
  expect(world.running()).toHaveLength(3);
  await third.close();
  const fourth = await next();
  expect([fourth.removals(), fourth.instances().length, ends]).toEqual([[], 1, 1]);
  await fourth.close();
  expect(world.open()).toBe(0);
});

test("wherever a service is killed during a removal, the next one completes it", async () => {
  let kills = 0;
  for (let writes = 0; kills === writes; writes++) {
    const world = createWorld();
    const clock = manualClock();
    const database = openDatabase(undefined);
    const start = async () => {
      const life = killable(database, clock, world.kill);
      const orchestrator = await orchestrate(life.database, { engines: world.engines, clock: life.clock });
      return { life, orchestrator };
    };
    const { life, orchestrator } = await start();
    await orchestrator.deploy(kafka());
    await clock.pass(1000);
    world.lingers = (node) => node === "broker-2";
    const ends: number[] = [];
    world.end = () => void ends.push(world.running().length);
    void orchestrator.deploy({}, { remove: true }).catch(() => undefined);
    await clock.settle();
    // The first kill comes while tasks are being stopped.
    if (writes > 0) {
      life.killAfter(writes);
      world.letStop("broker-2");
      await clock.settle();
    } else life.kill();
    if (life.isDead()) kills++;
    world.lingers = () => false;
    const next = await start();
    await clock.pass(MINUTE);
    expect([next.orchestrator.removals(), next.orchestrator.instances(), world.running()]).toEqual([[], [], []]);
    expect(new Set(world.deleted).size).toBe(3);
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.every((running) => running === 0)).toBe(true);
    for (const owner of ["instances", "instance/kafka", "engine/kafka", "runtime/kafka"]) expect(database.entries(owner)).toEqual([]);
    await next.orchestrator.close();
  }
  expect(kills).toBeGreaterThan(2);
});

test("a runtime that cannot be opened prevents neither the start nor a later removal", async () => {
  const state = temporaryFolder();
  const { orchestrator, world, clock } = await scene(kafka(), { state });
  world.undeletable = () => forbidden;
  await orchestrator.deploy({}, { remove: true });
  await orchestrator.close();
  world.undeletable = () => undefined;
  world.unopened = () => "the cluster is away";
  world.closedTo = () => "no Java here";
  const next = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.settle();
  expect(removalsOf(next)).toEqual(["kafka: its runtime cannot be used: the cluster is away"]);
  world.unopened = () => undefined;
  await clock.pass(MINUTE);
  expect([next.removals(), world.deleted.length, world.open()]).toEqual([[], 3, 0]);
  await next.close();
});

test("what the runtime cannot do is shown with the removal, and an instance that is being removed takes no changes", async () => {
  const { orchestrator, world, instance } = await scene();
  world.undeletable = () => forbidden;
  await orchestrator.deploy({}, { remove: true });
  world.trouble(["pods cannot be deleted: forbidden"]);
  expect(orchestrator.removals()[0]?.troubles[1]).toBe("pods cannot be deleted: forbidden");
  expect(() => instance.nodes.restart("broker-0")).toThrow("kafka is being removed");
  await orchestrator.close();
});

test("a removal whose end cannot be stored is completed when the disk has room again", async () => {
  const world = createWorld();
  const clock = manualClock();
  const database = openDatabase(undefined);
  const life = killable(database, clock, world.kill);
  const orchestrator = await orchestrate(life.database, { engines: world.engines, clock: life.clock });
  await orchestrator.deploy(kafka());
  await clock.pass(1000);
  world.end = () => life.fail(true);
  await orchestrator.deploy({}, { remove: true });
  expect(removalsOf(orchestrator)[0]).toMatch(/^kafka: the state could not be stored: .+ full/);
  await clock.pass(MINUTE);
  life.fail(false);
  await clock.pass(MINUTE);
  expect([orchestrator.removals(), database.entries("instances"), database.entries("instance/kafka")]).toEqual([[], [], []]);
});
