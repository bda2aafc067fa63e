import fc from "fast-check";
import { expect, test } from "vitest";
import { routineLines } from "./routine.ts";
import { rateAt, requestsBetween, trafficLevels } from "./traffic.ts";

const START = Date.UTC(2030, 0, 1);
const HOUR = 3_600_000;

test("the number of requests is the integral of the rate, which is never negative, and 0 without traffic", () => {
  const time = fc.integer({ min: START, max: START + 100 * HOUR });
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: HOUR }), fc.constantFrom(...trafficLevels), (from, span, level) => {
      const middle = from + span / 3;
      const whole = requestsBetween(level, from, from + span);
      const parts = requestsBetween(level, from, middle) + requestsBetween(level, middle, from + span);
      expect(parts).toBeCloseTo(whole, 4);
      expect(requestsBetween(level, from, from + 100)).toBeCloseTo(rateAt(level, from + 50) / 10, 3);
      expect(rateAt(level, from)).toBeGreaterThanOrEqual(0);
      if (level === "quiet") expect(whole).toBe(0);
    }),
  );
  expect(requestsBetween("steady", START, START + HOUR)).toBeGreaterThan(15_000);
  expect(requestsBetween("busy", START, START + HOUR)).toBeGreaterThan(1_500_000);
});

test("a node prints the same lines however often they are read, each at its time", () => {
  const broker = { node: "broker-1", podType: "broker" };
  const until = (times: readonly number[]) => times.slice(1).flatMap((to, index) => routineLines(broker, "steady", times[index] ?? 0, to));
  const whole = until([START, START + HOUR]);
  expect(whole.length).toBeGreaterThan(10);
  const minutes = Array.from({ length: 61 }, (_, minute) => START + minute * 60_000);
  expect(until(minutes).map(({ text }) => text)).toEqual(whole.map(({ text }) => text));
  for (const { at } of whole) expect(at >= START && at <= START + HOUR).toBe(true);
  expect(routineLines(broker, "quiet", START, START + HOUR)).toEqual([]);
  expect(routineLines(broker, "busy", START, START + 24 * HOUR).length).toBeLessThanOrEqual(100);
});
