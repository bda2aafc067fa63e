import { closeSync, fstatSync, openSync, readSync, statSync, utimesSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { defined } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import * as v from "valibot";
import { tryOrLog } from "../record/log.ts";
import { readTextIfThere, recordIn } from "./read.ts";
import type { Keep } from "./state-folder.ts";

/** How the last service with this state ended, if it did not stop properly. */
export interface LastEnd {
  /** What ended it, as far as it is known. */
  readonly reason: string;
  /** The last time at which it is known to have run (ISO 8601, UTC). */
  readonly at: string;
  /** The last lines of its standard error, or of its log. */
  readonly lines: readonly string[];
}

/**
 * What a service records about itself when it starts. A mark of which the disk has lost the content says that a service ran, and no more.
 */
const runningMark = v.fallback(
  v.object({
    /** When it started (ISO 8601, UTC). */
    started: v.string(),
    /** The ids under which the program that started it reports its end. */
    supervisors: v.fallback(v.array(v.string()), []),
    /** The id of the boot of the machine. */
    boot: v.exactOptional(v.string()),
    /** The size of the file with its standard error at the start, if it writes this file. */
    errorsFrom: v.exactOptional(v.number()),
  }),
  { started: new Date(0).toISOString(), supervisors: [] },
);

type RunningMark = v.InferOutput<typeof runningMark>;

/** The log of a service, as lines of JSON. */
export const LOG_FILE = "service.log";

/** The standard error of a service in the background. What the engine of JavaScript writes before it aborts is only there. */
export const ERRORS_FILE = "service.stderr";

/**
 * A line `SUPERVISOR RESULT STATUS`, written by the program that started the service, if the service did not end with the exit code 0. The
 * service itself cannot know the signal that kills it.
 */
export const END_FILE = "last-exit";

/** The event that the log contains for an error that nothing has caught. */
export const CRASHED = "service-crashed";

/** How often the mark is touched, in milliseconds, so that the next start knows when the service last ran. */
const BEAT = 10_000;

/** Marks the state as in use, until the returned function is called at the end of the service. */
export function markRunning(
  keep: Keep,
  state: string | undefined,
  now: () => number,
  log: Log,
): { readonly lastEnd: LastEnd | undefined; readonly end: () => void } {
  const left = keep.read(MARK_FILE);
  const lastEnd = left === undefined || state === undefined ? undefined : lastEndOf(left, state);
  if (lastEnd) log("warn", "ended-uncleanly", { ...lastEnd });
  // The service must also start on a full disk.
  tryOrLog(log, "warn", "not-marked", () => {
    keep.remove(END_FILE);
    keep.write(MARK_FILE, `${JSON.stringify(describeRun(state, now()))}\n`);
  });
  const stop = beat(keep.path(MARK_FILE));
  return {
    lastEnd,
    end: () => {
      stop();
      keep.remove(MARK_FILE);
    },
  };
}

function beat(path: string | undefined): () => void {
  if (path === undefined) return () => undefined;
  const timer = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder may have been removed, or the disk may be read-only.
    }
  }, BEAT).unref();
  return () => clearInterval(timer);
}

function describeRun(state: string | undefined, started: number) {
  const { INVOCATION_ID } = process.env;
  return defined({
    pid: process.pid,
    started: new Date(started).toISOString(),
    supervisors: [String(process.ppid), ...(INVOCATION_ID === undefined ? [] : [INVOCATION_ID])],
    boot: bootId(),
    errorsFrom: state === undefined ? undefined : sizeOfOwnErrors(state),
  });
}

function bootId(): string | undefined {
  return readTextIfThere("/proc/sys/kernel/random/boot_id")?.trim();
}

/** The size of the file with the standard error; undefined if this process does not write this file. */
function sizeOfOwnErrors(state: string): number | undefined {
  const [own, file] = [statOf(2), statOf(join(state, ERRORS_FILE))];
  return own && file && own.ino === file.ino && own.dev === file.dev ? file.size : undefined;
}

/** Finds out how the service ended that has left its mark. `state` is undefined if the state is only in memory. */
function lastEndOf(text: string, state: string): LastEnd {
  const mark = v.parse(runningMark, recordIn(text));
  const entries = logSince(join(state, LOG_FILE), mark.started);
  const errors = textFrom(join(state, ERRORS_FILE), mark.errorsFrom).replace(OF_SHELL, "");
  const crash = entries.findLast(({ event }) => event === CRASHED);
  const exit = exitOf(state, mark.supervisors);
  const times = [
    Date.parse(mark.started),
    ...entries.map(({ at }) => Date.parse(String(at))),
    // Reading does not change this time, and the service touches its mark while it runs.
    statOf(join(state, MARK_FILE))?.mtimeMs ?? 0,
    exit?.at ?? 0,
  ].filter(Number.isFinite);
  const lines = [errors, crash?.error, entries.map(({ raw }) => raw).join("\n")].map(lastLines);
  return {
    reason: reasonOfEnd(mark, crash?.error, exit),
    at: new Date(Math.max(...times)).toISOString(),
    lines: lines.find((each) => each.length > 0) ?? [],
  };
}

/** What the shell that waits for the service writes after it, which the reason says already. */
const OF_SHELL = /(?:Killed|Aborted|Terminated|Segmentation fault)(?: \(core dumped\))?\s*$/;

const MARK_FILE = "running.json";

function reasonOfEnd({ boot }: RunningMark, crash: unknown, exit: Exit | undefined): string {
  if (typeof crash === "string") return `an error that nothing caught ended it: ${crash.split("\n")[0]}`;
  if (exit?.result === "oom-kill") return "the system had no memory left, and killed it";
  if (exit?.signal === "SIGKILL") return "it was killed by SIGKILL (kill -9, or a system without memory)";
  if (exit) return exit.signal ? `it was ended by ${exit.signal}` : `it ended with exit code ${exit.status}`;
  if (boot !== undefined && boot !== bootId()) return "the machine was restarted, or lost its power, while it ran";
  return "it was killed, or the machine lost its power; no program saw how it ended";
}

interface Exit {
  readonly result: string;
  readonly status: string;
  readonly signal: string | undefined;
  readonly at: number;
}

function exitOf(state: string, supervisors: readonly string[]): Exit | undefined {
  const file = join(state, END_FILE);
  const [supervisor = "", result = "", status = ""] = (readTextIfThere(file) ?? "").trim().split(" ");
  if (!supervisors.includes(supervisor)) return undefined;
  return { result, status, signal: signalOf(status), at: statOf(file)?.mtimeMs ?? 0 };
}

/** The name of the signal in `KILL` (as systemd reports it) or 137 (as a shell reports it). */
function signalOf(status: string): string | undefined {
  if (/^[A-Z]+$/.test(status)) return `SIG${status}`;
  const number = Number(status) - 128;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

function logSince(file: string, since: string): readonly (Readonly<Record<string, unknown>> & { readonly raw: string })[] {
  const size = statOf(file)?.size ?? 0;
  const lines = textFrom(file, Math.max(0, size - TAIL)).split("\n");
  return lines.flatMap((raw) => {
    const entry = recordIn(raw);
    return typeof entry?.at === "string" && entry.at >= since ? [{ ...entry, raw }] : [];
  });
}

/** The number of bytes at the end of a file that are read. */
const TAIL = 64 * 1024;
const LINES = 12;
const LENGTH = 400;

function lastLines(text: unknown): readonly string[] {
  if (typeof text !== "string") return [];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-LINES).map((line) => (line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line));
}

/** The text of a file from an offset on, at most its end; empty if the file is missing or was begun again. */
function textFrom(path: string, offset: number | undefined): string {
  if (offset === undefined) return "";
  try {
    const file = openSync(path, "r");
    try {
      const { size } = statSync(path);
      const from = Math.max(offset > size ? 0 : offset, size - TAIL);
      const bytes = Buffer.alloc(size - from);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, from));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

function statOf(file: string | number) {
  try {
    return typeof file === "number" ? fstatSync(file) : statSync(file);
  } catch {
    return undefined;
  }
}
