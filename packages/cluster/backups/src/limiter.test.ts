import { expect, test } from "vitest";
import { limiter } from "./parallel.ts";

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
