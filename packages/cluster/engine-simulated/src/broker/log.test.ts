import fc from "fast-check";
import { expect, test } from "vitest";
import { appended, emptyLog, offsetAt, type PartitionLog, RECORD_BYTES, retained } from "./log.ts";

const steps = fc.array(fc.record({ count: fc.nat({ max: 1000 }), wait: fc.nat({ max: 5000 }) }), { maxLength: 400 });

function written(appends: readonly { readonly count: number; readonly wait: number }[]): PartitionLog {
  let now = 1_000_000;
  return appends.reduce((log, { count, wait }) => {
    now += wait;
    return appended(log, count, now);
  }, emptyLog);
}

test("a log of any length is indexed in bounded space, in order", () => {
  fc.assert(
    fc.property(steps, (appends) => {
      const { start, end, marks } = written(appends);
      expect(start).toBe(0);
      expect(end).toBe(appends.reduce((sum, { count }) => sum + count, 0));
      expect(marks.length).toBeLessThanOrEqual(129);
      for (const [index, [offset, time]] of marks.entries()) {
        const before = marks[index - 1];
        if (before) expect([offset > before[0], time > before[1]]).toEqual([true, true]);
      }
    }),
  );
});

test("an offset for a later time is never an earlier one", () => {
  fc.assert(
    fc.property(steps, fc.nat({ max: 2_000_000 }), fc.nat({ max: 100_000 }), (appends, time, more) => {
      const log = written(appends);
      const [early, late] = [offsetAt(log, time), offsetAt(log, time + more)];
      if (late !== undefined) expect(early).toBeLessThanOrEqual(late);
      if (log.end > 0) expect(offsetAt(log, 0)).toBe(0);
    }),
  );
});

test("retention takes away from the beginning, and no more than it must", () => {
  const log = written([
    { count: 10, wait: 0 },
    { count: 10, wait: 1000 },
    { count: 10, wait: 1000 },
  ]);
  const now = 1_002_000;
  expect(retained(log, { milliseconds: -1, bytes: -1 }, now)).toBe(log);
  expect(retained(log, { milliseconds: 1500, bytes: -1 }, now)).toMatchObject({ start: 10, end: 30 });
  expect(retained(log, { milliseconds: -1, bytes: 5 * RECORD_BYTES }, now)).toMatchObject({ start: 25, end: 30 });
  const none = retained(log, { milliseconds: 1, bytes: -1 }, now + 60_000);
  expect([none.start, none.end, offsetAt(none, 0)]).toEqual([30, 30, undefined]);
});
