import { describe, expect, test } from "vitest";
import type { WorkPlan } from "../src/index.ts";
import { definitions } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

const cassandra = definitions({ cassandra: { kind: "wide-column" } });

const plan = (name: string, request: object = {}, secrets?: Record<string, string>): WorkPlan => ({
  name,
  request: { ...request },
  ...(secrets ? { secrets } : {}),
  phases: [
    {
      name: "Snapshot",
      strategy: "parallel",
      steps: ["node-0", "node-1"].map((node) => ({
        name: node,
        work: { name: "snapshot", node, parameters: { a: 1 } },
      })),
    },
    {
      name: "Upload",
      strategy: "serial",
      steps: [{ name: "node-0", work: { name: "upload", node: "node-0", parameters: {} } }],
    },
  ],
});

test("the engine does the work, phase by phase, and its words show", async () => {
  const { instance, clock, world, message, status, steps } = await scene(cassandra);
  let upload: () => void = () => undefined;
  world.perform = async ({ name }, { report, secrets }) => {
    report(`${name} with ${Object.keys(secrets)}`);
    if (name === "upload") await new Promise<void>((resolve) => (upload = resolve));
  };
  instance.run(plan("backup", { backup_name: "one" }, { key: "secret" }));
  await clock.settle();
  expect(world.works.map(({ name, node }) => `${name} ${node}`)).toEqual([
    "snapshot node-0",
    "snapshot node-1",
    "upload node-0",
  ]);
  expect(steps("backup", "Snapshot")).toBe("node-0 COMPLETE, node-1 COMPLETE");
  expect(message("node-0", "backup")).toBe("node-0 is IN_PROGRESS: upload with key");
  expect(instance.plans.names()).toEqual(["deploy", "recovery", "backup"]);
  upload();
  await clock.settle();
  expect(status("backup")).toBe("COMPLETE");
});

test("work that fails is the reason of the step, and the plan stops there; it can be asked for again", async () => {
  const { instance, clock, world, status } = await scene(cassandra);
  world.perform = async () => {
    throw new Error("the bucket does not exist");
  };
  instance.run(plan("backup"));
  await clock.settle();
  expect(status("backup")).toBe("ERROR");
  expect(instance.plans.get("backup")?.errors).toEqual([
    "node-0: the bucket does not exist",
    "node-1: the bucket does not exist",
  ]);
  world.perform = async () => undefined;
  instance.run(plan("backup"));
  await clock.settle();
  expect(status("backup")).toBe("COMPLETE");
});

describe("one at a time", () => {
  test.each([
    ["backup", "backup", true],
    ["backup", "restore", true],
    ["restore", "backup", true],
    ["cleanup", "cleanup", true],
    ["repair", "repair", true],
    ["cleanup", "repair", false],
    ["cleanup", "backup", false],
  ])("%s, then %s", async (first, second, refused) => {
    const { instance, world, clock } = await scene(cassandra);
    world.perform = () => new Promise(() => undefined);
    instance.run(plan(first));
    await clock.settle();
    const again = () => instance.run(plan(second));
    if (refused)
      expect(again).toThrow(
        expect.objectContaining({
          code: "conflict",
          message: `cassandra: a ${first} is running; wait until the plan ${first} is complete`,
        }),
      );
    else expect(again).not.toThrow();
  });
});

test("an interrupted one goes on where it was; one that is stopped ends its work", async () => {
  const { instance, world, clock, status, steps } = await scene(cassandra);
  const aborted: string[] = [];
  const go: (() => void)[] = [];
  world.perform = ({ name, node }, { signal }) => {
    signal.addEventListener("abort", () => aborted.push(`${name} ${node}`));
    return new Promise((resolve) => go.push(resolve));
  };
  instance.run(plan("cleanup"));
  await clock.settle();
  instance.plans.control({ command: "interrupt", plan: "cleanup" });
  for (const each of go) each();
  await clock.settle();
  expect(steps("cleanup")).toBe("node-0 PENDING");
  expect(status("cleanup")).toBe("WAITING");
  instance.plans.control({ command: "continue", plan: "cleanup" });
  await clock.settle();
  expect(world.works).toHaveLength(3);
  instance.plans.control({ command: "stop", plan: "cleanup" });
  await clock.settle();
  expect(aborted).toEqual(["upload node-0"]);
  expect(steps("cleanup")).toBe("node-0 PENDING");
});
