import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

const no = (reason: string) => ({ ready: false, reason }) as const;
const yes = { ready: true } as const;

test("a node that hangs is restarted, and its view shows the reason", async () => {
  const { world, clock, instance, status, message } = await scene();
  world.mayStop = () => no("needed");
  world.hang("broker-1", "it has not answered 4 times in a row");
  await clock.pass(1000);
  expect(instance.nodes.get("broker-1")).toMatchObject({
    state: "running",
    reason: "it has not answered 4 times in a row",
  });
  expect(message("broker-1", "recovery")).toBe("Broker-1 is PENDING: needed");
  expect(world.stops).toEqual([]);
  world.mayStop = () => yes;
  await clock.pass(5000);
  expect(world.stops).toHaveLength(1);
  expect(status("recovery")).toBe("COMPLETE");
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
});

test("a node that can never become ready is stopped and launched again, and its reason is shown meanwhile", async () => {
  const { world, clock, instance, status } = await scene();
  let launched = "";
  world.ready = ({ id }) => {
    launched ||= world.launches.at(-1)?.taskId ?? "";
    const isFirst = id === "broker-1" && world.launches.at(-1)?.taskId === launched;
    return isFirst ? { ready: false, reason: "its port was taken", failed: true } : yes;
  };
  const before = world.launches.length;
  instance.nodes.restart("broker-1");
  await expect
    .poll(() => clock.pass(100).then(() => instance.nodes.get("broker-1")))
    .toMatchObject({
      state: "failed",
      reason: "its port was taken",
    });
  await clock.pass(10_000);
  expect(world.launches).toHaveLength(before + 2);
  expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running" });
  expect(status("recovery")).toBe("COMPLETE");
});

test("two nodes that hang are restarted one after the other", async () => {
  const { world, clock } = await scene();
  world.ready = ({ id }) => (id === "broker-2" ? yes : no("not yet"));
  world.hang("broker-0", "silent");
  world.hang("broker-1", "silent");
  await clock.pass(30_000);
  expect(world.stops).toHaveLength(1);
  world.ready = () => yes;
  await clock.pass(30_000);
  expect(world.stops).toHaveLength(2);
});

test("a node that answers again before its restart is not restarted, unless a user requested it as well", async () => {
  const { world, clock, instance, status } = await scene();
  world.mayStop = () => no("needed");
  world.hang("broker-1", "silent");
  world.hang("broker-2", "silent");
  await clock.pass(1000);
  instance.nodes.restart("broker-2");
  world.hang("broker-1");
  world.hang("broker-2");
  world.mayStop = () => yes;
  await clock.pass(10_000);
  expect(world.stops).toHaveLength(1);
  expect(world.stops[0]).toMatch(/^broker-2/);
  expect(status("recovery")).toBe("COMPLETE");
});

test("the restart of a hanging node does not wait for a rollout that waits for the node", async () => {
  const { world, clock, deploy, status, message } = await scene();
  world.ready = ({ id }) => (id === "broker-0" ? no("broker-1 does not follow") : yes);
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(70_000);
  world.hang("broker-1", "silent");
  await clock.pass(1000);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is PENDING: waits for broker-0, which is starting: broker-1 does not follow");
  world.ready = () => yes;
  await clock.pass(20_000);
  expect(status()).toBe("COMPLETE");
  expect(status("recovery")).toBe("COMPLETE");
});

test("a node keeps its ports for as long as it exists, also over replacements", async () => {
  const { world, clock, instance } = await scene(kafka(), {
    prepare: (prepared) => {
      prepared.ports = { client: 20_123 };
    },
  });
  world.ports = { client: 20_999 };
  instance.nodes.restart("broker-1");
  await clock.pass(5000);
  instance.nodes.replace("broker-1");
  await clock.pass(5000);
  expect(world.launches.at(-1)).toMatchObject({ node: "broker-1", identity: { ports: { client: 20_123 } } });
  expect(world.launches.at(-1)?.on).toBeUndefined();
});

test("a step says why the stop of a node is delayed", async () => {
  const { world, clock, instance, message } = await scene();
  world.lingers = () => true;
  instance.nodes.restart("broker-1");
  await clock.pass(1000);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is IN_PROGRESS: is being stopped");
  world.hang("broker-1", "its machine does not answer");
  await clock.pass(1000);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is IN_PROGRESS: is being stopped: its machine does not answer");
  expect(world.stops).toHaveLength(1);
  world.lingers = () => false;
  world.letStop("broker-1");
  await clock.pass(5000);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is COMPLETE");
});

test("a node that is not seen is not restarted, and no other node is stopped meanwhile", async () => {
  const { world, clock, instance, status, message } = await scene();
  world.hide("broker-1", "its machine does not report");
  await clock.pass(120_000);
  expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running", reason: "its machine does not report" });
  expect(world.stops).toEqual([]);
  instance.nodes.restart("broker-0");
  await clock.pass(60_000);
  expect(world.stops).toEqual([]);
  expect(message("broker-0", "recovery")).toBe("Broker-0 is PENDING: waits for broker-1, which may not run: its machine does not report");
  world.hide("broker-1");
  await clock.pass(60_000);
  expect(status("recovery")).toBe("COMPLETE");
  expect(world.stops).toHaveLength(1);
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
});

test("a node that was not seen recovers once its end is reported", async () => {
  const { world, clock, instance, status } = await scene();
  world.hide("broker-1", "its machine does not report");
  await clock.pass(1000);
  world.die("broker-1");
  await clock.pass(10_000);
  expect(status("recovery")).toBe("COMPLETE");
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
});
