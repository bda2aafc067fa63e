import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";

/** A scene in which broker-1 waited to run when the service ended. */
async function waiting(): Promise<Pick<Scene, "world" | "clock"> & { readonly state: string }> {
  const state = temporaryFolder();
  const { world, clock, orchestrator } = await scene(kafka(), {
    state,
    prepare: (prepared) => {
      prepared.waits = ({ node }) => (node === "broker-1" ? "no agent has room" : undefined);
    },
  });
  await orchestrator.close({ tasks: "leave" });
  world.kill();
  world.waits = () => undefined;
  return { world, clock, state };
}

test("a task that ran and failed while the service was dead has used its volume", async () => {
  const { world, clock, state } = await waiting();
  world.fails = ({ node }) => (node === "broker-1" ? "it crashed" : undefined);
  world.letRun("broker-1");
  world.fails = () => undefined;
  world.mayLose = () => ({ ready: false, reason: "the only copy" });
  const again = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.pass(10_000);
  const launch = world.launches.findLast(({ node }) => node === "broker-1");
  expect(Object.values(launch?.volumes ?? {})).toEqual([{ name: expect.any(String), kept: true }]);
  again.instance("kafka")?.nodes.replace("broker-1");
  await clock.pass(60_000);
  expect(world.deleted).toEqual([]);
  await again.close();
});

test("a task that waited, and that the runtime has forgotten, is sent to it again", async () => {
  const { world, clock, state } = await waiting();
  world.forget("broker-1");
  const again = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.pass(10_000);
  expect(again.instance("kafka")?.nodes.get("broker-1")?.state).toBe("running");
  await again.close();
});
