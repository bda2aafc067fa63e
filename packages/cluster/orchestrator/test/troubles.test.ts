import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

const forbidden = "persistentvolumeclaims is forbidden";

test("a volume that cannot be deleted after a replacement is shown at its node until it is deleted", async () => {
  const { world, clock, instance, message, logged } = await scene();
  const [volume] = Object.values(instance.nodes.get("broker-1")?.volumes ?? {});
  const reason = `its old volume ${volume} cannot be deleted yet: ${forbidden}`;
  world.undeletable = () => forbidden;
  world.ready = ({ id }) => (id === "broker-1" ? { ready: false, reason: "copies its data" } : { ready: true });
  instance.nodes.replace("broker-1");
  await clock.pass(10_000);
  expect(message("broker-1", "recovery")).toBe(`Broker-1 is IN_PROGRESS: is starting: copies its data; ${reason}`);
  world.ready = () => ({ ready: true });
  await clock.pass(10_000);
  expect(message("broker-1", "recovery")).toBe("Broker-1 is COMPLETE");
  expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running", reason });
  expect(logged.filter(([, text]) => text === "a volume could not be deleted")).toHaveLength(1);
  world.undeletable = () => undefined;
  await clock.pass(2000);
  expect(world.deleted).toEqual([volume]);
  expect(instance.nodes.get("broker-1")).not.toHaveProperty("reason");
});

test("a node that has left says why its volumes are not deleted, and other nodes are not held up", async () => {
  const { world, clock, instance, deploy, message, status } = await scene(kafka({ BROKER_COUNT: 4 }), {
    prepare: (prepared) => {
      prepared.mayShrink = () => ({ ready: true });
      prepared.before = () => ({ ready: true });
    },
  });
  const [volume] = Object.values(instance.nodes.get("broker-3")?.volumes ?? {});
  world.undeletable = (each) => (each === volume ? forbidden : undefined);
  await deploy(kafka({ BROKER_COUNT: 3 }));
  await clock.pass(10_000);
  expect(message("leave broker-3")).toContain(`has left; its old volume ${volume} cannot be deleted yet: ${forbidden}`);
  expect(instance.nodes.get("broker-3")?.reason).toContain(forbidden);
  world.undeletable = () => undefined;
  await clock.pass(10_000);
  expect(status()).toBe("COMPLETE");
});

test("what the runtime cannot do at present is shown with the instance, and watchers are told", async () => {
  const { world, instance, orchestrator } = await scene();
  let notices = 0;
  instance.watch(() => notices++);
  expect(instance.troubles).toEqual([]);
  world.trouble(["the disruption budget cannot be set: forbidden"]);
  expect(instance.troubles).toEqual(["the disruption budget cannot be set: forbidden"]);
  world.trouble([]);
  expect(instance.troubles).toEqual([]);
  expect(notices).toBe(2);
  await orchestrator.close();
  world.trouble(["late"]);
  expect(notices).toBe(2);
});

test("a restart launches a node again whose launch waits, while its deployment goes on", async () => {
  const { world, clock, instance, status } = await scene(kafka(), {
    prepare: (prepared) => {
      prepared.waits = ({ node }) => (node === "broker-1" ? "no machine is left" : undefined);
    },
  });
  await clock.pass(10_000);
  expect(status()).toBe("IN_PROGRESS");
  world.waits = () => undefined;
  instance.nodes.restart("broker-1");
  await clock.pass(10_000);
  expect(status()).toBe("COMPLETE");
});
