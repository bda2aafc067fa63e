import { describe, expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene } from "./support/scene.ts";

const no = (reason: string) => ({ ready: false, reason }) as const;
const yes = { ready: true } as const;

describe.each(["prepare", "launch"] as const)("a launch that is never answered (%s)", (part) => {
  async function hanging(): Promise<Scene> {
    const setup = await scene(kafka());
    setup.world.hangs = ({ node }) => (node === "broker-1" ? part : undefined);
    setup.instance.nodes.restart("broker-1");
    await setup.clock.pass(70_000);
    setup.world.hangs = () => undefined;
    return setup;
  }

  test("gives way to a pause", async () => {
    const { instance, clock } = await hanging();
    instance.nodes.pause("broker-1");
    await clock.pass(1000);
    expect(instance.nodes.get("broker-1")?.state).toBe("paused");
  });

  test("gives way to a replace", async () => {
    const { instance, clock, world } = await hanging();
    instance.nodes.replace("broker-1");
    await clock.pass(1000);
    expect(instance.nodes.get("broker-1")?.state).toBe("running");
    expect(world.deleted).toHaveLength(1);
  });

  test("gives way to a newer definition", async () => {
    const { deploy, clock, status, world } = await hanging();
    await deploy(kafka({ BROKER_MEM: 4096 }));
    await clock.pass(5000);
    expect(status()).toBe("COMPLETE");
    expect(world.launches.findLast(({ node }) => node === "broker-1")?.command.environment.MEM).toBe("4096");
  });
});

test("a launch that is no longer wanted is cancelled, and nothing of it remains", async () => {
  const { world, clock, instance } = await scene();
  let aborted = 0;
  world.gets = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        aborted++;
        reject(signal.reason);
      });
    });
  instance.nodes.restart("broker-1");
  await clock.pass(70_000);
  delete world.gets;
  instance.nodes.pause("broker-1");
  await clock.pass(1000);
  expect(aborted).toBe(1);
  expect(world.live("broker-1")).toHaveLength(1);
});

test("a waiting task is shown with its reason, does not count as a failed try, and gives way at once", async () => {
  const { world, clock, instance, message } = await scene();
  world.waits = ({ node }) => (node === "broker-1" ? "no agent has room" : undefined);
  instance.nodes.restart("broker-1");
  await clock.pass(500_000);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is IN_PROGRESS: is starting: no agent has room");
  expect(world.launches).toHaveLength(4);
  world.waits = () => undefined;
  instance.nodes.pause("broker-1");
  await clock.pass(1000);
  expect(instance.nodes.get("broker-1")?.state).toBe("paused");
});

test("the time to get ready begins when a waiting task runs", async () => {
  const { world, clock, instance, deploy, message } = await scene();
  world.waits = ({ node }) => (node === "broker-0" ? "no agent has room" : undefined);
  world.ready = () => no("not yet");
  instance.nodes.restart("broker-0");
  await clock.pass(500_000);
  world.letRun("broker-0");
  await clock.pass(30_000);
  world.waits = () => undefined;
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(20_000);
  expect(message("broker-0")).toBe("Broker-0 is PENDING: waits for the node's current operation: the node is starting: not yet");
});

describe("a node that is getting ready", () => {
  test("is not stopped for a newer definition while the engine refuses it, however long that takes", async () => {
    const { world, clock, deploy, message, status } = await scene();
    world.ready = () => no("it streams its data");
    await deploy(kafka({ BROKER_MEM: 4096 }));
    await clock.pass(1000);
    world.mayStop = ({ id }) => (id === "broker-0" ? no("it streams its data") : yes);
    await deploy(kafka({ BROKER_MEM: 8192 }));
    await clock.pass(600_000);
    expect(world.stops).toHaveLength(1);
    expect(message("broker-0")).toBe("Broker-0 is PENDING: it streams its data");
    world.mayStop = () => yes;
    world.ready = () => yes;
    await clock.pass(5000);
    expect(status()).toBe("COMPLETE");
  });

  test("has as much time as its engine says", async () => {
    const { world, clock, deploy } = await scene(kafka(), { limits: { gettingReady: 600 } });
    world.ready = () => no("it streams its data");
    await deploy(kafka({ BROKER_MEM: 4096 }));
    await clock.pass(1000);
    await deploy(kafka({ BROKER_MEM: 8192 }));
    await clock.pass(590_000);
    expect(world.stops).toHaveLength(1);
    await clock.pass(20_000);
    expect(world.stops).toHaveLength(2);
  });

  test("is stopped for a user as soon as the engine agrees", async () => {
    const { world, clock, instance, message } = await scene();
    world.ready = ({ id }) => (id === "broker-1" ? no("not yet") : yes);
    instance.nodes.restart("broker-1");
    await clock.pass(1000);
    world.mayStop = () => no("it streams its data");
    instance.nodes.pause("broker-1");
    await clock.pass(5000);
    expect(message("broker-1", "recovery")).toBe("Broker-1 is PENDING: it streams its data");
    world.mayStop = () => yes;
    await clock.pass(5000);
    expect(instance.nodes.get("broker-1")?.state).toBe("paused");
  });
});

test("a node is tried as often as its engine says, and has the engine's grace to end", async () => {
  const { world, clock, deploy, status } = await scene(kafka(), { limits: { tries: 5, grace: 90 } });
  world.fails = () => "bad";
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(60_000);
  expect(status()).toBe("ERROR");
  expect(world.launches.slice(3)).toHaveLength(5);
  expect(world.launches[3]?.grace).toBe(90);
});

describe("an engine whose nodes join one at a time", () => {
  test("nodes that failed together are launched one after the other", async () => {
    const { world, clock, message, status } = await scene(kafka(), { joins: true });
    const joining = new Set<string>();
    world.mayStart = ({ id }) => {
      const other = [...joining].find((each) => each !== id);
      return other ? no(`${other} is joining`) : yes;
    };
    world.onLaunch = ({ node }) => joining.add(node);
    world.onReady = (node) => joining.delete(node);
    world.ready = () => no("it is joining");
    world.die("broker-1");
    world.die("broker-2");
    await clock.pass(30_000);
    expect(joining.size).toBe(1);
    const [first] = joining;
    const second = first === "broker-1" ? "broker-2" : "broker-1";
    expect(message(second, "recovery")).toBe(`B${second.slice(1)} is IN_PROGRESS: is starting: ${first} is joining`);
    world.ready = () => yes;
    await clock.pass(30_000);
    expect(status("recovery")).toBe("COMPLETE");
  });

  test("a node that may not be launched gives way to a pause", async () => {
    const { world, clock, instance } = await scene(kafka(), { joins: true });
    world.mayStart = () => no("another one is leaving");
    instance.nodes.restart("broker-1");
    await clock.pass(1000);
    expect(world.live("broker-1")).toEqual([]);
    instance.nodes.pause("broker-1");
    await clock.pass(1000);
    expect(instance.nodes.get("broker-1")?.state).toBe("paused");
  });
});

test("a task that the runtime has forgotten counts as stopped", async () => {
  const { world, clock, instance, status } = await scene();
  world.forget("broker-1");
  instance.nodes.restart("broker-1");
  await clock.pass(5000);
  expect(status("recovery")).toBe("COMPLETE");
});

test("a stop without an answer is sent again", async () => {
  const { world, clock, instance, status } = await scene();
  world.hangs = () => "stop";
  instance.nodes.restart("broker-1");
  await clock.pass(40_000);
  expect(world.live("broker-1")).toHaveLength(1);
  world.hangs = () => undefined;
  await clock.pass(40_000);
  expect(status("recovery")).toBe("COMPLETE");
});

test("a launch is not cancelled by other changes of its node", async () => {
  const { world, clock, instance } = await scene();
  world.refuses = ({ node }) => (node === "broker-1" ? "no agent has room" : undefined);
  instance.nodes.replace("broker-1");
  await clock.pass(1000);
  world.refuses = () => undefined;
  await clock.pass(10_000);
  expect(instance.nodes.get("broker-1")?.state).toBe("running");
});

test("a one-shot task that finishes while it is being stopped is not repeated on the same volumes", async () => {
  const { world, clock, deploy, status } = await scene(kafka(), {
    format: true,
    wait: 0,
    prepare: (prepared) => {
      prepared.waits = ({ node }) => (node === "broker-0" ? "no agent has room yet" : undefined);
    },
  });
  world.hangs = ({ node }) => (node === "broker-0" ? "stop" : undefined);
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(100);
  world.waits = () => undefined;
  world.letRun("broker-0");
  await clock.settle();
  world.hangs = () => undefined;
  await clock.pass(70_000);
  expect(status()).toBe("COMPLETE");
  const launches = world.launches.filter(({ node }) => node === "broker-0").map(({ task }) => task);
  expect(launches).toEqual(["format", "node"]);
});
