import type { Log } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";

type Level = Parameters<Log>[0];

/** A log event, written as a line of JSON. */
export interface LogEntry {
  readonly at: string;
  readonly level: Level;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A log that keeps its newest entries in memory. */
export type Journal = ReturnType<typeof createJournal>;

/** Does what the service can also do without, for example on a full disk. If it fails, only the log says so. */
export function tryOrLog<Value>(log: Log, level: Level, event: string, act: () => Value): Value | undefined {
  try {
    return act();
  } catch (error) {
    log(level, event, { reason: reasonOf(error) });
    return undefined;
  }
}

const levels: readonly Level[] = ["debug", "info", "warn", "error"];

const MAX_LOGGED = 1000;

/** Creates a log that writes each entry, except those of the level `debug`, as a line. */
export function createJournal(now: () => number, sink: ((line: string, entry: LogEntry) => void) | undefined) {
  const recent: LogEntry[] = [];
  const log: Log = (level, event, fields) => {
    if (level === "debug") return;
    const entry: LogEntry = { at: new Date(now()).toISOString(), level, event, ...fields };
    recent.push(entry);
    if (recent.length > MAX_LOGGED * 2) recent.splice(0, recent.length - MAX_LOGGED);
    sink?.(JSON.stringify(entry), entry);
  };
  return {
    log,
    /** The newest entries that have at least the given level, in order of time. */
    tail: (count: number, level: Level): readonly LogEntry[] =>
      recent.filter((entry) => levels.indexOf(entry.level) >= levels.indexOf(level)).slice(-Math.min(count, MAX_LOGGED)),
  };
}
