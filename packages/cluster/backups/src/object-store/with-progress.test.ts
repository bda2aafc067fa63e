import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NoProgressError, noting, type Progress, withProgress } from "./with-progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();
const never = new Promise<never>(() => undefined);

test("a transfer may take any time, as long as pieces arrive", async () => {
  async function* slow(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 100; piece++) {
      await new Promise((resolve) => setTimeout(resolve, 900));
      yield new Uint8Array(1);
    }
  }
  const readAll = async ({ progress }: Progress) => {
    let count = 0;
    for await (const piece of noting(slow(), progress)) count += piece.length;
    return count;
  };
  const work = withProgress(readAll, { signal, timeout: 1000 });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await work).toBe(100);
  expect(vi.getTimerCount()).toBe(0);
});

test("a transfer that stalls fails, and is told to end", async () => {
  let input: Progress | undefined;
  const stall = (progress: Progress) => {
    input = progress;
    input.progress();
    return never;
  };
  const failure = expect(withProgress(stall, { signal, timeout: 1000 })).rejects.toThrow(NoProgressError);
  await vi.advanceTimersByTimeAsync(1001);
  await failure;
  expect(input?.signal.aborted).toBe(true);
  input?.progress();
  expect(vi.getTimerCount()).toBe(0);
});

test("an abort ends the wait", async () => {
  const controller = new AbortController();
  const work = withProgress(() => never, { signal: controller.signal, timeout: 1000 });
  controller.abort(new Error("stopped"));
  await expect(work).rejects.toThrow("stopped");
});

test("work that cannot begin leaves no timer", async () => {
  const work = () => {
    throw new Error("no file");
  };
  await expect(withProgress(work, { signal, timeout: 1000 })).rejects.toThrow("no file");
  expect(vi.getTimerCount()).toBe(0);
});
