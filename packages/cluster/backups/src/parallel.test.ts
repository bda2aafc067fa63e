import { expect, test } from "vitest";
import { inParallel, limiter } from "./parallel.ts";

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

test("only so much work runs at the same time, in the order of the requests, and failures free their places", async () => {
  const limited = limiter(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((each) =>
    limited(async () => {
      begun.push(each);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (each === 1) throw new Error("failed");
      return each;
    }),
  );
  const settled = Promise.allSettled(works);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await expect(works[1]).rejects.toThrow("failed");
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});
