import { expect, test } from "vitest";
import { inParallel } from "./parallel.ts";

test("all items are worked on, no more than so many at once", async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("after a failure nothing is under way any more, and no other item is begun", async () => {
  const begun: number[] = [];
  let under = 0;
  const failing = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    under++;
    for (let turn = 0; turn < 5 * item; turn++) await Promise.resolve();
    under--;
    if (item === 1) throw new Error("it broke");
  });
  await expect(failing).rejects.toThrow("it broke");
  expect(under).toBe(0);
  expect(begun).toEqual([1, 2]);
});
