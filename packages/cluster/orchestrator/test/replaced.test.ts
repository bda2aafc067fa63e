import { describe, expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";

describe("the placement of a node's predecessor", () => {
  const launched = ({ world }: Scene) =>
    world.launches.filter(({ node }) => node === "broker-1").map(({ environment }) => environment.REPLACES);
  const address = ({ instance }: Scene) => instance.nodes.get("broker-1")?.placement?.addresses[0];

  test("is known at every launch until it is ready, and not afterwards", async () => {
    const setup = await scene();
    const { world, clock, instance } = setup;
    const before = address(setup);
    let failures = 1;
    world.fails = ({ node }) => (node === "broker-1" && failures-- > 0 ? "it crashes" : undefined);
    instance.nodes.replace("broker-1");
    await clock.pass(60_000);
    expect(instance.nodes.get("broker-1")?.state).toBe("running");
    expect(instance.nodes.get("broker-1")).not.toHaveProperty("replaced");
    expect(launched(setup)).toEqual([undefined, before, before]);
    instance.nodes.restart("broker-1");
    await clock.pass(10_000);
    expect(launched(setup).at(-1)).toBeUndefined();
  });

  test("is that of the last one that was ready, however many were tried in its place", async () => {
    const setup = await scene();
    const { world, clock, instance } = setup;
    const before = address(setup);
    world.fails = ({ node }) => (node === "broker-1" ? "it crashes" : undefined);
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    instance.nodes.replace("broker-1");
    world.fails = () => undefined;
    await clock.pass(60_000);
    expect(instance.nodes.get("broker-1")?.state).toBe("running");
    const [first, ...others] = launched(setup);
    expect(first).toBeUndefined();
    expect(others.length).toBeGreaterThan(1);
    expect(new Set(others)).toEqual(new Set([before]));
  });

  test("is still known after a restart of the service", async () => {
    const state = temporaryFolder();
    const setup = await scene(kafka(), { state });
    const { world, clock, instance } = setup;
    const before = address(setup);
    world.fails = ({ node }) => (node === "broker-1" ? "it crashes" : undefined);
    instance.nodes.replace("broker-1");
    await clock.pass(2000);
    await setup.orchestrator.close({ tasks: "leave" });
    const again = await createOrchestrator({ engines: world.engines, clock, state });
    world.fails = () => undefined;
    await clock.pass(60_000);
    expect(again.instance("kafka")?.nodes.get("broker-1")?.state).toBe("running");
    expect(new Set(launched(setup).slice(1))).toEqual(new Set([before]));
    await again.close();
  });
});
