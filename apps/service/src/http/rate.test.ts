import { expect, test } from "vitest";
import { createRate } from "./rate.ts";

test("each client has its own bucket, which fills with time", () => {
  let now = 0;
  const rate = createRate(2, 4, () => now);
  const take = (client: string) => rate.take(client);
  expect([1, 2, 3, 4].map(() => take("a"))).toEqual([0, 0, 0, 0]);
  expect(take("a")).toBe(1);
  expect(take("b")).toBe(0);
  now += 500;
  expect([take("a"), take("a")]).toEqual([0, 1]);
});

test("returns how many seconds to wait", () => {
  const rate = createRate(1 / 6, 1, () => 0);
  expect([rate.take("a"), rate.take("a")]).toEqual([0, 6]);
});

test("turns beyond the rate are spread evenly, up to a longest wait", () => {
  let now = 0;
  const rate = createRate(20, 2, () => now);
  expect([1, 2, 3, 4, 5].map(() => rate.turn("a"))).toEqual([0, 0, 0.05, 0.1, 0.15]);
  expect(rate.turn("b")).toBe(0);
  for (let index = 0; index < 1000; index++) expect(rate.turn("a")).toBeLessThanOrEqual(10);
  now += 60_000;
  expect(rate.turn("a")).toBe(0);
});
