import { failureOf } from "@reeve/testing/failure-of";
import { expect, test } from "vitest";
import { shareCall } from "./client.ts";

test("work that many ask for is done once, and again for those who ask later", async () => {
  let count = 0;
  const work = shareCall(async () => ++count);
  expect(await Promise.all([work(), work(), work()])).toEqual([1, 1, 1]);
  expect(await work()).toBe(2);
});

test("all callers that wait get the same failure, and later ones do not", async () => {
  let count = 0;
  const work = shareCall(async () => {
    if (++count === 1) throw new Error("no");
    return count;
  });
  expect((await Promise.allSettled([work(), work()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await work()).toBe(2);
});

test("it is stopped only when all callers have cancelled", async () => {
  const signals: AbortSignal[] = [];
  const work = shareCall((signal) => {
    signals.push(signal);
    return new Promise<never>(() => undefined);
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const ends = [failureOf(work(one.signal)), failureOf(work(other.signal))];
  one.abort();
  expect(await ends[0]).toMatchObject({ code: "cancelled" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  other.abort(new DOMException("late", "TimeoutError"));
  expect(await ends[1]).toMatchObject({ code: "timed-out" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("a caller that has already cancelled starts nothing", async () => {
  let count = 0;
  const work = shareCall(async () => ++count);
  expect(await failureOf(work(AbortSignal.abort()))).toMatchObject({ code: "cancelled" });
  expect(count).toBe(0);
});
