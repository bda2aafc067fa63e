import { ReeveError } from "@reeve/contract";
import { isAlive } from "./alive.ts";
import { unwritable } from "./file-failure.ts";
import { makeFolder } from "./make-folder.ts";

/** Milliseconds to wait for a lock; work under a lock takes a few milliseconds. */
const TIMEOUT = 10_000;

/** A lock of this age is abandoned, even if its holder still runs. */
const ABANDONED_AFTER = 60_000;

/**
 * Runs `work` under a lock file beside what it protects, so that one process of this machine does it at a time. A lock whose holder has
 * ended is taken over.
 */
export async function withLock<Value>(path: string, work: () => Value, timeout: number = TIMEOUT): Promise<Value> {
  const { dirname } = process.getBuiltinModule("node:path");
  makeFolder(dirname(path));
  const mine = `${process.pid} ${hostname()} ${Math.random().toString(36).slice(2)}`;
  const deadline = performance.now() + timeout;
  while (!take(path, mine)) {
    const holder = read(path);
    if (holder !== undefined && isAbandoned(path, holder)) removeAbandoned(path, holder);
    else if (performance.now() > deadline) throw busy(path, holder);
    else await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
  }
  try {
    return work();
  } finally {
    if (read(path) === mine) remove(path);
  }
}

function take(path: string, mine: string): boolean {
  try {
    process.getBuiltinModule("node:fs").writeFileSync(path, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw unwritable(path, error);
  }
}

function isAbandoned(path: string, holder: string): boolean {
  const [pid, host] = holder.split(" ");
  if (host === hostname() && !isAlive(Number(pid))) return true;
  const age = Date.now() - (modified(path) ?? Date.now());
  return age > ABANDONED_AFTER;
}

/**
 * Two processes may find the same lock abandoned, and the second must not remove the new lock of the first. So only one at a time removes,
 * and checks again before it does.
 */
function removeAbandoned(path: string, holder: string): void {
  const fs = process.getBuiltinModule("node:fs");
  const turn = `${path}.turn`;
  try {
    fs.writeFileSync(turn, "", { flag: "wx", mode: 0o600 });
  } catch {
    if (Date.now() - (modified(turn) ?? Date.now()) > ABANDONED_AFTER) remove(turn);
    return;
  }
  try {
    if (read(path) === holder) remove(path);
  } finally {
    remove(turn);
  }
}

function read(path: string): string | undefined {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function modified(path: string): number | undefined {
  return process.getBuiltinModule("node:fs").statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function remove(path: string): void {
  process.getBuiltinModule("node:fs").rmSync(path, { force: true });
}

function hostname(): string {
  return process.getBuiltinModule("node:os").hostname().replaceAll(" ", "-");
}

function busy(path: string, holder: string | undefined): ReeveError {
  const who = holder === undefined ? "" : ` by process ${holder.split(" ")[0]}`;
  return new ReeveError("conflict", `${path} is held${who}: try again, or remove it where that process does not run`);
}
