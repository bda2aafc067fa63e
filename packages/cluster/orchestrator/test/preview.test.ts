import { describe, expect, test } from "vitest";
import type { InstanceDefinition } from "../src/index.ts";
import { definitions, kafka } from "./support/definitions.ts";
import { type Scene, scene } from "./support/scene.ts";

type Definitions = Readonly<Record<string, InstanceDefinition>>;

/** What a deployment would do with the first instance. */
async function preview({ orchestrator }: Scene, next: Definitions, remove = false) {
  const [first] = await orchestrator.compare(next, { remove });
  if (!first?.preview) throw new Error("there is no preview");
  return { ...first, ...first.preview };
}

const nodesOf = (phases: Awaited<ReturnType<typeof preview>>["phases"]) =>
  phases.flatMap(({ steps }) => steps.map(({ node, action }) => `${node} ${action}`));

/** The nodes of the plan in the order of its steps, without the step that only compares. */
const nodesIn = ({ instance }: Scene) =>
  (instance.plans.get("deploy")?.phases ?? []).flatMap(({ steps }) =>
    steps.flatMap(({ name }) => (name === "Reconciliation" ? [] : [name.replace("leave ", "")])),
  );

const smaller = (settings: object = {}) => kafka({ BROKER_COUNT: 2, ...settings });

describe("the preview of a deployment", () => {
  test.each([
    ["more memory", kafka({ BROKER_MEM: 4096 }), ["broker-0 restart", "broker-1 restart", "broker-2 restart"]],
    ["one broker more", kafka({ BROKER_COUNT: 4 }), ["broker-3 start"]],
    ["one broker less", smaller(), ["broker-2 leave"]],
    ["less brokers with more memory", smaller({ BROKER_MEM: 4096 }), ["broker-0 restart", "broker-1 restart", "broker-2 leave"]],
  ] as const)("has the steps of the plan: %s", async (_, next, expected) => {
    const setup = await scene(kafka(), {
      prepare: (world) => {
        world.mayShrink = () => ({ ready: true });
      },
    });
    const before = JSON.stringify(setup.instance.plans.get("deploy"));
    const { phases } = await preview(setup, next);
    expect(nodesOf(phases)).toEqual(expected);
    // The comparison has changed nothing.
    expect(JSON.stringify(setup.instance.plans.get("deploy"))).toBe(before);
    expect(setup.instance.nodes.ids()).toEqual(["broker-0", "broker-1", "broker-2"]);
    await setup.deploy(next);
    expect(nodesIn(setup)).toEqual(expected.map((each) => each.split(" ")[0]));
  });

  test("names fields with their old and new values", async () => {
    const setup = await scene(kafka());
    const { fields } = await preview(setup, kafka({ BROKER_MEM: 4096 }, { pace: 2 }));
    expect(fields).toEqual([
      { path: "settings.BROKER_MEM", before: 2048, now: 4096 },
      { path: "pace", before: 1, now: 2 },
    ]);
  });

  test("has no steps if no node is affected, and none for an instance that stays", async () => {
    const setup = await scene(kafka());
    expect(await preview(setup, kafka({}, { pace: 2 }))).toMatchObject({
      change: "changed",
      phases: [],
      unaffected: 3,
    });
    expect(await preview(setup, kafka())).toMatchObject({ change: "unchanged", fields: [], phases: [], unaffected: 3 });
  });

  test("shows a new instance, and the removal of one", async () => {
    const setup = await scene(kafka());
    const both = { db: definitions({ db: { kind: "wide-column" } }).db as InstanceDefinition, ...kafka() };
    expect(await preview(setup, both)).toMatchObject({ instance: "db", change: "new" });
    expect(nodesOf((await preview(setup, both)).phases)).toEqual(["node-0 start", "node-1 start", "node-2 start"]);
    const removed = await setup.orchestrator.compare({ db: both.db as InstanceDefinition }, { remove: true });
    expect(removed.find(({ instance }) => instance === "kafka")).toMatchObject({
      change: "removed",
      preview: { irreversible: ["kafka is deleted, with all of its data"] },
    });
  });

  test("says what waits, and what cannot be undone", async () => {
    const setup = await scene(kafka(), {
      prepare: (world) => {
        world.mayShrink = () => ({ ready: true });
      },
    });
    setup.instance.nodes.pause("broker-1");
    await setup.clock.pass(5000);
    const { waits, irreversible } = await preview(setup, smaller({ PHASE_STRATEGY: "STAGE", BROKER_MEM: 4096 }));
    expect(waits).toEqual([
      "broker-1 is paused; restart it to continue. Its step waits for that.",
      "broker-0, broker-1: each waits until you continue the plan, because PHASE_STRATEGY is STAGE.",
      "Each step waits until the node before it is ready.",
      "A running node is stopped only when all data stays available without it.",
    ]);
    expect(irreversible).toEqual(["broker-2 leaves for good: once its data has moved to other nodes, its volumes are deleted."]);
  });

  test("sees the addresses of the new peers", async () => {
    const setup = await scene(kafka(), {
      prepare: (world) => {
        world.peers = (_, nodes) => ({ PEERS: nodes.map(({ id }) => id).join() });
      },
    });
    const { phases } = await preview(setup, kafka({ BROKER_COUNT: 4 }));
    expect(phases.flatMap(({ steps }) => steps)).toEqual([
      { node: "broker-0", action: "restart", because: "peers" },
      { node: "broker-1", action: "restart", because: "peers" },
      { node: "broker-2", action: "restart", because: "peers" },
      { node: "broker-3", action: "start" },
    ]);
  });
});
