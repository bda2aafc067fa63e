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
