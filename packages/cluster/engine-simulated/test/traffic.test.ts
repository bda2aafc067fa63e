import { describe, expect, test } from "vitest";
import { type ManualClock, manualClock } from "../src/index.ts";
import { openInstance, type TestInstance } from "./instance.ts";

const MINUTE = 60_000;

const kinds = ["broker", "wide-column", "file-system"] as const;

async function launchAll<K extends (typeof kinds)[number]>(instance: TestInstance<K>, clock: ManualClock) {
  for (const { id } of instance.nodes()) {
    const launched = instance.launch(id);
    await clock.advance(2000);
    await launched;
  }
  await clock.advance(2000);
  return instance;
}

const brokersWith = async (clock: ManualClock, more: object) =>
  launchAll(await openInstance({ kind: "broker", ...more }, clock, { random: () => 0 }), clock);

const started = async (kind: (typeof kinds)[number], clock: ManualClock, more: object) => {
  const input = { kind, ...more } as { readonly kind: "broker" };
  return launchAll(await openInstance(input, clock, { random: () => 0 }), clock);
};

type AnyInstance = Pick<TestInstance<"broker">, "agents" | "states">;

async function logOf({ agents }: AnyInstance, node: string, more: object = {}) {
  const excerpt = await agents.log?.({ node, ...more });
  if (!excerpt) throw new Error("there is no log");
  const pieces: Uint8Array[] = [];
  for await (const piece of excerpt.bytes) pieces.push(piece);
  return { text: Buffer.concat(pieces).toString(), next: excerpt.next };
}

async function usageOf(instance: AnyInstance, disk = true) {
  const tasks = instance.states.filter(({ state }) => state === "running").map(({ taskId }) => taskId);
  const used = await instance.agents.usage?.(tasks.map((taskId) => ({ taskId, volumes: disk ? ["a volume"] : [] })));
  return [...(used?.values() ?? [])];
}

describe.each(kinds)("a simulated %s", (kind) => {
  const [first, podTypes] = {
    broker: ["broker-0", 1] as const,
    "wide-column": ["node-0", 1] as const,
    "file-system": ["name-0", 3] as const,
  }[kind];

  test("uses resources that follow its traffic, and nothing without traffic", async () => {
    const clock = manualClock();
    const quiet = await started(kind, clock, {});
    expect(await usageOf(quiet)).toEqual([]);
    const steady = await started(kind, clock, { traffic: "steady" });
    const busy = await started(kind, clock, { traffic: "busy" });
    const processor = async (instance: AnyInstance) => {
      const [before] = await usageOf(instance);
      await clock.advance(MINUTE);
      const [after] = await usageOf(instance);
      return (after?.processor ?? 0) - (before?.processor ?? 0);
    };
    const [little, much] = [await processor(steady), await processor(busy)];
    expect(little).toBeGreaterThan(0);
    expect(much).toBeGreaterThan(little * 10);
    const used = await usageOf(busy);
    expect(used.length).toBeGreaterThanOrEqual(podTypes);
    for (const { memory } of used) expect(memory).toBeGreaterThan(0);
    expect((await usageOf(busy, false)).map(({ disk }) => disk)).toEqual(used.map(() => 0));
  });

  test("prints its events, and what it does for its clients, and says that it is a simulation", async () => {
    const clock = manualClock();
    const instance = await started(kind, clock, { traffic: "busy" });
    const { text, next } = await logOf(instance, first);
    expect(text.split("\n")[0]).toMatch(/^2030-01-01T\S+Z INFO Starts: reeve-simulated .*This is a simulation: no program runs/);
    const words = { broker: "Registered with", "wide-column": "Joins the ring", "file-system": "Became the active" };
    expect(text).toContain(words[kind]);
    await clock.advance(MINUTE);
    const later = await logOf(instance, first, { after: next });
    expect(later.text.split("\n").length).toBeGreaterThan(5);
    expect(later.text).not.toContain("Starts:");
    expect((await logOf(instance, first, { after: later.next })).text).toBe("");
    expect((await logOf(instance, first, { tail: 1 })).text.trim().split("\n")).toHaveLength(1);
    await expect(logOf(instance, first, { after: "not a position" })).rejects.toThrow("is not a position");
    await expect(logOf(instance, first, { task: "other" })).rejects.toThrow("nothing of a task other; it has run");
  });
});

test("records flow into the topics and are stored only when the service ends", async () => {
  const clock = manualClock();
  const brokers = await brokersWith(clock, { traffic: "steady" });
  const { administration } = brokers.cluster;
  await administration.create("orders", 3, 3);
  const ends = async (instance = brokers) =>
    (await instance.cluster.administration.offsets("orders", "last")).map((offset) => Number(offset));
  const before = await ends();
  const writes = brokers.engineStore.writes.length;
  await clock.advance(60 * MINUTE);
  const after = await ends();
  expect(after.every((end, index) => end > (before[index] ?? 0) + 100)).toBe(true);
  // Partitions differ in size, so that a balance has something to do.
  expect(new Set(after).size).toBe(3);
  const { partitions } = (await administration.layout?.()) ?? { partitions: [] };
  expect(partitions.map(({ bytes }) => bytes)).toEqual(after.map((end) => end * 1024));
  expect(brokers.engineStore.writes.length).toBe(writes);
  await brokers.close();
  const again = await brokers.reopen();
  expect(await ends(again)).toEqual(after);
});

test("a quiet simulation has only the records that were sent", async () => {
  const clock = manualClock();
  const brokers = await brokersWith(clock, {});
  const { administration } = brokers.cluster;
  await administration.create("orders", 3, 3);
  await clock.advance(60 * MINUTE);
  expect(await administration.offsets("orders", "last")).toEqual([0n, 0n, 0n]);
});
