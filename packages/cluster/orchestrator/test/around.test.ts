import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { scene, temporaryFolder } from "./support/scene.ts";

/** A scene that records every call of `before` and `after`. */
async function noted(state?: string) {
  const requests: string[] = [];
  const setup = await scene(kafka(), {
    joins: true,
    ...(state === undefined ? {} : { state }),
    prepare: (world) => {
      const note = (moment: string) => (node: { readonly id: string; readonly state: string }, change: string) => {
        requests.push(`${moment} ${change} ${node.id} ${node.state}`);
        return { ready: true } as const;
      };
      world.before = note("before");
      world.after = note("after");
    },
  });
  return { ...setup, asked: requests, instance: setup.instance };
}

test("`before` and `after` are called for a node that joins, is launched again or is replaced", async () => {
  const { asked, clock, instance } = await noted();
  expect(asked.slice(0, 4)).toEqual([
    "before join broker-0 starting",
    "after join broker-0 starting",
    "before join broker-1 starting",
    "after join broker-1 starting",
  ]);
  asked.length = 0;
  instance.nodes.restart("broker-1");
  await clock.pass(5000);
  expect(asked).toEqual(["before update broker-1 running", "after update broker-1 starting"]);
  asked.length = 0;
  instance.nodes.replace("broker-1");
  await clock.pass(5000);
  expect(asked).toEqual(["before replace broker-1 running", "after replace broker-1 starting"]);
});

test("a node is not stopped before `before` is done, and the step shows its progress", async () => {
  const { world, clock, instance, message } = await noted();
  world.before = () => ({ ready: false, reason: "fails over to broker-2" });
  instance.nodes.restart("broker-1");
  await clock.pass(60_000);
  expect(world.stops).toEqual([]);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is PENDING: fails over to broker-2");
  world.before = () => ({ ready: true });
  await clock.pass(5000);
  expect(world.stops).toHaveLength(1);
});

test("nothing is prepared for a stop that the engine refuses", async () => {
  const { asked, world, clock, instance } = await noted();
  asked.length = 0;
  world.mayStop = () => ({ ready: false, reason: "needed" });
  instance.nodes.restart("broker-1");
  await clock.pass(5000);
  expect(asked).toEqual([]);
});

test("other nodes are not changed until `after` is done, also when the service was killed meanwhile", async () => {
  const state = temporaryFolder();
  const { world, clock, instance, orchestrator, message } = await noted(state);
  world.after = () => ({ ready: false, reason: "repairs its ranges: 40 %" });
  instance.nodes.replace("broker-1");
  await clock.pass(5000);
  instance.nodes.restart("broker-2");
  await clock.pass(5000);
  const waits = "Broker-2 is PENDING: waits for broker-1, which is starting: repairs its ranges: 40 %";
  expect(message("broker-2", "recovery")).toBe(waits);
  await orchestrator.close({ tasks: "leave" });
  world.kill();
  const again = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.pass(5000);
  expect(again.instance("kafka")?.nodes.get("broker-1")?.state).toBe("starting");
  const requests: string[] = [];
  world.after = ({ id }, change) => {
    requests.push(`${change} ${id}`);
    return { ready: true };
  };
  await clock.pass(5000);
  expect(requests).toEqual(["replace broker-1", "update broker-2"]);
  await again.close();
});

test("a node that only waits for `after` is not stopped while another node is down", async () => {
  const { world, clock, instance, message } = await noted();
  world.after = ({ id }) => (id === "broker-0" ? { ready: false, reason: "repairs" } : { ready: true });
  instance.nodes.restart("broker-0");
  await clock.pass(5000);
  expect(world.stops).toHaveLength(1);
  world.ready = ({ id }) => (id === "broker-1" ? { ready: false, reason: "replays its log" } : { ready: true });
  world.die("broker-1");
  instance.nodes.restart("broker-0");
  await clock.pass(300_000);
  expect(world.stops).toHaveLength(1);
  expect(message("broker-0", "recovery")).toBe("Broker-0 is PENDING: waits for broker-1, which is starting: replays its log");
  world.ready = () => ({ ready: true });
  await clock.pass(10_000);
  expect(world.stops).toHaveLength(2);
});
