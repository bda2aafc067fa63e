import { describe, expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";

const launched = ({ world }: Pick<Scene, "world">) => world.launches.map(({ node }) => node);

describe("identities", () => {
  test("are known to all nodes before the first launch", async () => {
    const addresses: unknown[] = [];
    const { world } = await scene(kafka(), {
      prepare: (prepared) => {
        prepared.peers = (node) => ({ OWN: node.identity.host });
        prepared.refuses = (request) => void addresses.push(request.environment.OWN) as undefined;
      },
    });
    expect(addresses).toEqual(["broker-0.invalid", "broker-1.invalid", "broker-2.invalid"]);
    expect(world.launches[0]?.identity).toEqual({ host: "broker-0.invalid", ports: {} });
  });

  test("stay over restarts, replacements and restarts of the service; an added node gets one", async () => {
    const state = temporaryFolder();
    const { world, clock, instance, orchestrator } = await scene(kafka(), {
      state,
      prepare: (prepared) => {
        prepared.ports = { client: 20_001 };
      },
    });
    world.ports = { client: 20_002 };
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    await orchestrator.close({ tasks: "leave" });
    const again = await createOrchestrator({ engines: world.engines, clock, state });
    await again.deploy(kafka({ BROKER_COUNT: 4 }));
    await clock.pass(5000);
    const nodes = again.instance("kafka")?.nodes;
    expect(nodes?.get("broker-1")?.identity.ports).toEqual({ client: 20_001 });
    expect(nodes?.get("broker-3")?.identity.ports).toEqual({ client: 20_002 });
    await again.close();
  });

  test("that a runtime refuses refuse the deployment, without any change", async () => {
    const { world, orchestrator, instance } = await scene();
    world.unidentified = (node) => (node === "broker-3" ? "the port 9095 of broker-3 is the port of data-0" : undefined);
    const before = instance.configurations.ids();
    await expect(orchestrator.deploy(kafka({ BROKER_COUNT: 4 }))).rejects.toThrow("is the port of data-0");
    expect(instance.configurations.ids()).toEqual(before);
    expect(instance.nodes.ids()).toHaveLength(3);
  });
});

describe("a node's environment", () => {
  const peersOf = ({ world }: Scene, peers: string) => {
    world.peers = ({ id }) => (id === "broker-1" ? { PEERS: peers } : {});
  };

  test("counts as a difference: the next deployment updates nodes whose environment has changed", async () => {
    const setup = await scene();
    const { clock, deploy, steps } = setup;
    peersOf(setup, "one");
    await deploy(kafka({ BROKER_COUNT: 4 }));
    await clock.pass(10_000);
    expect(steps()).toBe("broker-1 COMPLETE, broker-3 COMPLETE");
    expect(launched(setup)).toEqual(["broker-0", "broker-1", "broker-2", "broker-1", "broker-3"]);
  });

  test("is remembered over a restart of the service, and a restart of the node applies the newest", async () => {
    const state = temporaryFolder();
    const setup = await scene(kafka(), { state });
    const { world, clock, instance, orchestrator } = setup;
    peersOf(setup, "one");
    instance.nodes.restart("broker-1");
    await clock.pass(5000);
    await orchestrator.close({ tasks: "leave" });
    const again = await createOrchestrator({ engines: world.engines, clock, state });
    await again.deploy(kafka({ BROKER_COUNT: 4 }));
    await clock.pass(10_000);
    expect(launched(setup)).toEqual(["broker-0", "broker-1", "broker-2", "broker-1", "broker-3"]);
    await again.close();
  });

  test("is the one of the launch, also where it changed between the decision and the launch", async () => {
    const setup = await scene();
    const { world, clock, deploy } = setup;
    peersOf(setup, "one");
    world.onStop = () => queueMicrotask(() => peersOf(setup, "two"));
    setup.instance.nodes.restart("broker-1");
    await clock.pass(5000);
    delete world.onStop;
    expect(world.launches.at(-1)?.environment.PEERS).toBe("two");
    await deploy(kafka({ BROKER_COUNT: 4 }));
    await clock.pass(10_000);
    expect(launched(setup).filter((node) => node === "broker-1")).toHaveLength(2);
  });
});
