import { codeOfError, ReeveError } from "@reeve/contract";
import { makeFolder, removeFile, unwritable } from "./write-file.ts";

/** Timeout in milliseconds of waiting for a lock. Work under a lock takes only a few milliseconds. */
const TIMEOUT = 10_000;

/** Milliseconds after which a lock counts as abandoned, even if its holder still runs. */
const ABANDONED_AFTER = 60_000;

/**
 * Runs `work` while holding a lock file next to the protected file, so that only one process on this machine at a time runs such work. The
 * lock of a process that has ended is taken over.
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
    if (read(path) === mine) removeFile(path);
  }
}

function take(path: string, mine: string): boolean {
  try {
    process.getBuiltinModule("node:fs").writeFileSync(path, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOfError(error) === "EEXIST") return false;
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
 * Removes an abandoned lock. Two processes may find the same lock abandoned, and the slower one must not remove the lock that the faster
 * one has taken since. So only one process at a time removes locks, after it has checked the holder again.
 */
function removeAbandoned(path: string, holder: string): void {
  const fs = process.getBuiltinModule("node:fs");
  const turn = `${path}.turn`;
  try {
    fs.writeFileSync(turn, "", { flag: "wx", mode: 0o600 });
  } catch {
    if (Date.now() - (modified(turn) ?? Date.now()) > ABANDONED_AFTER) removeFile(turn);
    return;
  }
  try {
    if (read(path) === holder) removeFile(path);
  } finally {
    removeFile(turn);
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

function hostname(): string {
  return process.getBuiltinModule("node:os").hostname().replaceAll(" ", "-");
}

function busy(path: string, holder: string | undefined): ReeveError {
  const who = holder === undefined ? "" : ` by process ${holder.split(" ")[0]}`;
  return new ReeveError("conflict", `the lock ${path} is held${who}: try again, or remove the file if that process no longer runs`);
}

/** Whether a process on this machine runs. A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    if (codeOfError(error) !== "EPERM") return false;
  }
  const [state] = statOf(pid);
  return state !== "Z" && state !== "X";
}

/** When a process started, in clock ticks since the boot; undefined if the system does not report it. */
export function beginningOf(pid: number): string | undefined {
  return statOf(pid)[19];
}

/** The fields of `/proc/PID/stat` from the state on; empty if there is no such file. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = process.getBuiltinModule("node:fs").readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name is in parentheses and may contain any character.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
