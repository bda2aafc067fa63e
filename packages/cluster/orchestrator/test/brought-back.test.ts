import { describe, expect, test } from "vitest";
import { createOrchestrator, type Instance } from "../src/index.ts";
import { definitions, kafka } from "./support/definitions.ts";
import { manualClock } from "./support/manual-clock.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";
import { createWorld } from "./support/world.ts";

/** The tests of this file: a node that is down is brought back even if its step is dropped, forced or replaced meanwhile. */

const LONG = 600_000;
const ready = () => ({ ready: true }) as const;
const unready = () => ({ ready: false, reason: "not yet" }) as const;
const statesOf = ({ nodes }: Instance) => nodes.ids().map((id) => nodes.get(id)?.state);

/** The first node of a rollout has died, and the newest plan was interrupted before its step. */
async function diedBeforeStep(): Promise<Scene> {
  const setup = await scene();
  const { world, clock, deploy, instance } = setup;
  world.ready = unready;
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(2000);
  await deploy(kafka({ BROKER_MEM: 8192 }));
  instance.plans.control({ command: "interrupt", plan: "deploy" });
  await clock.pass(100);
  world.die("broker-0");
  await clock.pass(2000);
  expect(instance.nodes.get("broker-0")?.state).toBe("failed");
  world.ready = ready;
  return setup;
}

test("a node that was being stopped when the service ended starts again with the service", async () => {
  const [state, world, clock] = [temporaryFolder(), createWorld(), manualClock()];
  const open = () => createOrchestrator({ engines: world.engines, clock, state });
  const first = await open();
  await first.deploy(kafka());
  await clock.pass(1000);
  world.lingers = () => true;
  first.instances()[0]?.nodes.replace("broker-1");
  await clock.pass(100);
  expect(first.instances()[0]?.nodes.get("broker-1")?.state).toBe("stopping");
  world.lingers = () => false;
  const closing = first.close({ tasks: "stop" });
  world.letStop("broker-1");
  await clock.settle();
  await closing;
  const next = await open();
  await clock.pass(LONG);
  expect(next.instances().flatMap(statesOf)).toEqual(["running", "running", "running"]);
  expect(world.deleted).toHaveLength(1);
  await next.close();
});

test("a node that the newest definition does not change is brought back all the same", async () => {
  const { deploy, clock, status, instance } = await diedBeforeStep();
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(LONG);
  expect(status()).toBe("COMPLETE");
  expect(statesOf(instance)).toEqual(["running", "running", "running"]);
});

test("a node whose step is forced before it begins is brought back", async () => {
  const { clock, status, instance } = await diedBeforeStep();
  const phase = instance.plans.get("deploy")?.phases.at(-1)?.name ?? "";
  instance.plans.control({ command: "forceComplete", plan: "deploy", phase, step: "broker-0" });
  instance.plans.control({ command: "continue", plan: "deploy" });
  await clock.pass(LONG);
  expect(status()).toBe("COMPLETE");
  expect(statesOf(instance)).toEqual(["running", "running", "running"]);
});

test("a clock that is set back delays nothing", async () => {
  let back = 0;
  const [world, inner] = [createWorld(), manualClock()];
  const clock = { ...inner, now: () => inner.now() - back };
  const orchestrator = await createOrchestrator({ engines: world.engines, clock });
  await orchestrator.deploy(kafka());
  await inner.pass(1000);
  world.ready = ({ spec }) => (spec["task-specs"][0]?.["command-spec"].environment.MEM === "4096" ? unready() : ready());
  await orchestrator.deploy(kafka({ BROKER_MEM: 4096 }));
  await inner.pass(2000);
  back = 24 * 3_600_000;
  await orchestrator.deploy(kafka({ BROKER_MEM: 8192 }));
  await inner.pass(LONG);
  expect(orchestrator.instances()[0]?.plans.get("deploy")?.status).toBe("COMPLETE");
});

describe("a custom plan in which a node failed", () => {
  const own = { plans: { rolling: { phases: [{ name: "all", steps: ["restart broker-*"] }] } } };

  async function failed(): Promise<Scene> {
    const setup = await scene(kafka({}, own));
    const { world, clock, instance } = setup;
    world.fails = ({ node }) => (node === "broker-0" ? "bad" : undefined);
    instance.plans.control({ command: "start", plan: "rolling" });
    await clock.pass(60_000);
    expect(instance.plans.get("rolling")?.status).toBe("ERROR");
    world.fails = () => undefined;
    return setup;
  }

  test("is stopped", async () => {
    const { clock, instance } = await failed();
    instance.plans.control({ command: "stop", plan: "rolling" });
    await clock.pass(LONG);
    expect(statesOf(instance)).toEqual(["running", "running", "running"]);
  });

  test("is removed", async () => {
    const { clock, instance, deploy, status } = await failed();
    await deploy(kafka({ BROKER_COUNT: 4 }));
    await clock.pass(LONG);
    expect(status()).toBe("COMPLETE");
    expect(statesOf(instance)).toEqual(["running", "running", "running", "running"]);
  });
});

test("a rollout whose first phase is interrupted does not delay other work", async () => {
  const hdfs = (mem: number) => definitions({ hdfs: { kind: "file-system", pods: { journal: { mem }, data: { mem } } } });
  const { world, clock, deploy, instance, message } = await scene(hdfs(512));
  world.ready = ({ id }) => (id === "data-0" ? unready() : ready());
  await deploy(hdfs(600));
  await clock.pass(5000);
  await deploy(hdfs(700));
  instance.plans.control({ command: "interrupt", plan: "deploy", phase: "data" });
  world.ready = ready;
  await clock.pass(5000);
  instance.nodes.restart("name-0");
  await clock.pass(LONG);
  expect(message("name-0", "recovery")).toBe("name-0 is COMPLETE");
});
