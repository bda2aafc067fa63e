import type { Instance } from "@reeve/orchestrator";
import { expect, test } from "vitest";
import { holdClock, settle } from "../../test/held-clock.ts";
import { createFigures } from "./figures.ts";

test("a value is kept every ten seconds for an hour", async () => {
  const clock = holdClock();
  let requests = 0;
  const instances = () => [];
  const figures = createFigures({ instances }, clock, { requests: () => requests, memory: () => 42 });
  expect(figures.show()).toMatchObject({ at: null, values: { requests: [] } });
  requests = 25;
  await clock.pass(10_000);
  await clock.pass(10_000);
  expect(figures.show().values).toEqual({ requests: [2.5, 0], steps: [0, 0], nodes: [0, 0], memory: [42, 42] });
  await clock.pass(3_600_000);
  expect(figures.show()).toMatchObject({ at: new Date(clock.now()).toISOString(), interval: 10_000 });
  expect(figures.show().values.memory).toHaveLength(360);
  figures.close();
  await clock.pass(10_000);
  expect(figures.show().values.requests.at(0)).toBe(0);
});

test("each instance has its own values, with the memory of its nodes if it can be measured", async () => {
  const clock = holdClock();
  const counts: Record<string, number> = { kafka: 100, hdfs: 7 };
  const steps = [{ status: "COMPLETE" }, { status: "IN_PROGRESS" }, { status: "PENDING" }];
  const instance = (name: string, memory: number | undefined) =>
    ({
      name,
      plans: { names: () => ["deploy"], get: () => ({ status: "IN_PROGRESS", phases: [{ steps }] }) },
      allNodes: {
        ids: () => ["a", "b"],
        get: (id: string) => ({ state: id === "a" ? "running" : "absent" }),
        usage: async () => new Map(memory === undefined ? [] : [["a", { memory, disk: 0, processor: 0 }]]),
      },
    }) as unknown as Instance;
  const running = [instance("kafka", 2048), instance("hdfs", undefined)];
  const requests = (service?: string) => (service === undefined ? 500 : (counts[service] ?? 0));
  const figures = createFigures({ instances: () => running }, clock, { requests, memory: () => 42 });
  await clock.pass(10_000);
  await settle();
  counts.kafka = 130;
  await clock.pass(10_000);
  expect(figures.show().services).toEqual({
    kafka: { requests: [0, 3], steps: [1, 1], nodes: [1, 1], memory: [2048] },
    hdfs: { requests: [0, 0], steps: [1, 1], nodes: [1, 1], memory: [] },
  });
  expect(figures.show().values).toMatchObject({ steps: [2, 2], nodes: [2, 2] });
  running.pop();
  await clock.pass(10_000);
  expect(Object.keys(figures.show().services)).toEqual(["kafka"]);
});

test("a step that was done between two measurements is counted once", async () => {
  const clock = holdClock();
  const at = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();
  const span = { status: "COMPLETE", started_at: at(2), completed_at: at(3) };
  const steps = [span, { ...span, completed_at: at(9) }, { ...span, started_at: null }];
  const plan = { ...span, completed_at: at(9), phases: [{ steps }] };
  const kafka = {
    name: "kafka",
    plans: { names: () => ["deploy"], get: () => plan },
    allNodes: { ids: () => [], usage: async () => new Map() },
  } as unknown as Instance;
  const figures = createFigures({ instances: () => [kafka] }, clock, { requests: () => 0, memory: () => 0 });
  await clock.pass(10_000);
  await clock.pass(10_000);
  expect(figures.show().values.steps).toEqual([2, 0]);
});

test("an instance is not measured again while it is still being measured", async () => {
  const clock = holdClock();
  const answers: ((used: Map<string, object>) => void)[] = [];
  const kafka = {
    name: "kafka",
    plans: { names: () => [] },
    allNodes: { ids: () => [], usage: () => new Promise((resolve) => answers.push(resolve)) },
  } as unknown as Instance;
  const figures = createFigures({ instances: () => [kafka] }, clock, { requests: () => 0, memory: () => 42 });
  await clock.pass(30_000);
  expect(answers).toHaveLength(1);
  answers[0]?.(new Map([["a", { memory: 2048 }]]));
  await settle();
  await clock.pass(10_000);
  expect(answers).toHaveLength(2);
  expect(figures.show().services.kafka?.memory).toEqual([2048]);
  figures.close();
});
