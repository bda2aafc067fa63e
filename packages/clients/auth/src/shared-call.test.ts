import { expect, test } from "vitest";
import { shareCall } from "./shared-call.ts";

test("work that many ask for is done once, and again for those who ask later", async () => {
  let count = 0;
  const work = shareCall(async () => ++count);
  expect(await Promise.all([work(undefined, 1), work(undefined, 2), work(undefined, 3)])).toEqual([1, 1, 1]);
  expect(await work(undefined, 4)).toBe(2);
});

test("it is done with the details of the caller that starts it", async () => {
  const work = shareCall(async (_, details: string) => details);
  expect(await Promise.all([work(undefined, "first"), work(undefined, "second")])).toEqual(["first", "first"]);
});

test("all callers that wait get the same failure, and later ones do not", async () => {
  let count = 0;
  const work = shareCall(async () => {
    if (++count === 1) throw new Error("no");
    return count;
  });
  const waits = [work(undefined, {}), work(undefined, {})];
  expect((await Promise.allSettled(waits)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await work(undefined, {})).toBe(2);
});

test("it is stopped only when all callers have cancelled", async () => {
  const signals: AbortSignal[] = [];
  const work = shareCall((signal) => {
    signals.push(signal);
    return new Promise<never>(() => undefined);
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const ends = [work(one.signal, {}), work(other.signal, {})].map((end) => end.catch((reason: unknown) => reason));
  one.abort("one");
  expect(await ends[0]).toBe("one");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  other.abort("other");
  expect(await ends[1]).toBe("other");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("a caller that has already cancelled starts nothing", async () => {
  let count = 0;
  const work = shareCall(async () => ++count);
  await expect(work(AbortSignal.abort("enough"), {})).rejects.toBe("enough");
  expect(count).toBe(0);
});
