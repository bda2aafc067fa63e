import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isReeveError } from "@reeve/contract";
import { expect, test } from "vitest";
import { ownProcessContext } from "../../test/process-context.ts";
import { withLock } from "./lock.ts";

const UNUSED_PID = 2 ** 22 + 7;

test("a lock is held while something is done, and gone afterwards, even if that fails", async () => {
  using here = ownProcessContext();
  const lock = join(here.home, "lock");
  expect(await withLock(lock, () => existsSync(lock))).toBe(true);
  expect(existsSync(lock)).toBe(false);
  await expect(
    withLock(lock, () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(existsSync(lock)).toBe(false);
});

test("a lock of a running process is waited for, and the error names the process", async () => {
  using here = ownProcessContext();
  const lock = join(here.home, "lock");
  writeFileSync(lock, `${process.pid} ${hostname()} x`);
  const failed = await withLock(lock, () => 1, 50).catch((error: unknown) => error);
  expect(isReeveError(failed, "conflict") && failed.message).toBe(
    `the lock ${lock} is held by process ${process.pid}: try again, or remove the file if that process no longer runs`,
  );
  expect(existsSync(lock)).toBe(true);
});

test("a lock of the dead is taken over, and so is one that was forgotten", async () => {
  using here = ownProcessContext();
  const lock = join(here.home, "lock");
  writeFileSync(lock, `${UNUSED_PID} ${hostname()} x`);
  expect(await withLock(lock, () => 1, 5_000)).toBe(1);
  writeFileSync(lock, "1 another-machine x");
  utimesSync(lock, 0, 0);
  expect(await withLock(lock, () => 2, 5_000)).toBe(2);
});

test("of several processes that find it abandoned, one at a time holds it", async () => {
  using here = ownProcessContext();
  const lock = join(here.home, "lock");
  writeFileSync(lock, `${UNUSED_PID} ${hostname()} x`);
  let count = 0;
  await Promise.all(Array.from({ length: 20 }, () => withLock(lock, () => count++)));
  expect(count).toBe(20);
});
