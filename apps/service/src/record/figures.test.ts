import { expect, test } from "vitest";
import { holdClock } from "../../test/held-clock.ts";
import { createFigures } from "./figures.ts";

test("a value every ten seconds is kept for an hour", async () => {
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
