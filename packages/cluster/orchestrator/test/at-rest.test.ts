import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

/** A scene that counts how often the engine is asked at rest, and answers what the test says. */
async function counted() {
  const request = { times: 0, isDone: true };
  const setup = await scene(kafka(), {
    prepare: (world) => {
      world.atRest = () => {
        request.times++;
        return request.isDone ? { ready: true } : { ready: false, reason: "not yet" };
      };
    },
  });
  return { ...setup, asked: request, instance: setup.instance };
}

test("what changes leave behind is completed once after each rollout", async () => {
  const { asked, clock, instance } = await counted();
  expect(asked.times).toBe(1);
  await clock.pass(60_000);
  expect(asked.times).toBe(1);
  instance.nodes.restart("broker-1");
  await clock.pass(60_000);
  expect(asked.times).toBe(2);
});

test("the engine is asked again until it is done", async () => {
  const { asked, clock, instance } = await counted();
  asked.isDone = false;
  instance.nodes.restart("broker-1");
  await clock.pass(10_000);
  expect(asked.times).toBeGreaterThan(3);
  asked.isDone = true;
  await clock.pass(2000);
  const { times } = asked;
  await clock.pass(60_000);
  expect(asked.times).toBe(times);
});

test("nothing is completed in the middle of a rollout, though it is interrupted for long", async () => {
  const { asked, clock, deploy, instance, status, world } = await counted();
  world.ready = () => ({ ready: false, reason: "catches up" });
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(500);
  instance.plans.control({ plan: "deploy", command: "interrupt" });
  world.ready = () => ({ ready: true });
  await clock.pass(600_000);
  expect(status()).not.toBe("COMPLETE");
  expect(asked.times).toBe(1);
  instance.plans.control({ plan: "deploy", command: "continue" });
  await clock.pass(60_000);
  expect(status()).toBe("COMPLETE");
  expect(asked.times).toBe(2);
});

test("nothing is completed while a node is down, and it is once the node is back", async () => {
  const { asked, clock, world } = await counted();
  world.ready = ({ id }) => (id === "broker-2" ? { ready: false, reason: "catches up" } : { ready: true });
  world.die("broker-2");
  await clock.pass(60_000);
  expect(asked.times).toBe(1);
  world.ready = () => ({ ready: true });
  await clock.pass(60_000);
  expect(asked.times).toBe(2);
});

test("nothing is completed while maintenance is under way", async () => {
  const { asked, clock, instance, world } = await counted();
  let end: () => void = () => undefined;
  world.perform = () => new Promise<void>((resolve) => (end = resolve));
  const work = { name: "move", parameters: {} };
  const phases = [{ name: "Move", strategy: "serial" as const, steps: [{ name: "some", work }] }];
  await instance.maintenance.start({ name: "partitions", request: {}, phases });
  await clock.pass(60_000);
  expect(asked.times).toBe(1);
  end();
  await clock.pass(1000);
  expect(asked.times).toBe(2);
});
