import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { type AuditRetention, DEFAULT_RETENTION, type Log } from "@reeve/orchestrator";
import { type AskedFile, openAsked } from "./asked.ts";
import { type LineFile, type LineFileLimits, openLineFile } from "./line-file.ts";
import { createRefusals, type Refusal, type RefusalSum } from "./refusals.ts";

/** A change in the audit log: the requester, the change, its time and its result, without secrets. */
interface AuditEntry {
  readonly id: string;
  /** The time of the request (ISO 8601, UTC). */
  readonly at: string;
  readonly who: string;
  /** What was requested, such as `broker.topics.create`, `deploy` or `login`. */
  readonly what: string;
  readonly service?: string;
  readonly from?: string;
  readonly input?: unknown;
  /**
   * `asked`: the change is in progress. `unsettled`: the request failed midway, and it is unknown whether the change takes effect.
   * `interrupted`: the service ended before the change did.
   */
  readonly result: "asked" | "done" | "unsettled" | "interrupted";
  readonly ended_at?: string;
  readonly status?: number;
  readonly detail?: string;
}

type Asked = Omit<AuditEntry, "id" | "at" | "result" | "ended_at" | "status" | "detail">;

/** Records how a change ended. */
type Conclude = (status: number, detail?: string) => void;

/** Records changes. Refusals are recorded in a separate file, so that many refusals do not displace changes. */
export interface Audit {
  /**
   * Records the request of a change before anything is done. The returned function records the result. Throws if the request cannot be
   * recorded; the change must then not be made.
   */
  begin(asked: Asked): Conclude;
  /** Records a refused request that is not a change, such as a login. */
  refused(refusal: Refusal): void;
  /** The newest entries in order of time: changes, and totals of refusals. */
  tail(count: number): readonly (AuditEntry | RefusalSum)[];
  /** Why the log cannot be written; undefined if it can be written. While the log cannot be written, changes are refused. */
  trouble(): string | undefined;
  close(): void;
}

/** The largest number of entries in one answer. */
const MAX_ENTRIES = 1000;

const MB = 1024 * 1024;

/** The newest `megabytes` of changes are kept whatever their age. Changes of the last `days` are kept up to ten times that size. */
function limitsOfChanges(retention: () => AuditRetention): LineFileLimits {
  const least = () => Math.ceil(retention().megabytes / 10);
  return {
    largest: 10 * MB,
    get least() {
      return least();
    },
    get most() {
      return 10 * least();
    },
    get days() {
      return retention().days;
    },
  };
}
const REFUSALS = { largest: 5 * MB, least: 1, most: 1, days: 0 } as const;

/** An audit log as files of JSON lines in a folder, or in memory without a folder. */
export function createAudit(
  folder: string | undefined,
  now: () => number,
  log: Log,
  retention: () => AuditRetention = () => DEFAULT_RETENTION.audit,
): Audit {
  const at = (name: string) => (folder === undefined ? undefined : join(folder, name));
  const changes = remembered<AuditEntry>(at("audit.jsonl"), limitsOfChanges(retention));
  const refused = remembered<RefusalSum>(at("refusals.jsonl"), REFUSALS);
  const pending = new Map<string, AuditEntry>();
  /** Results that could not be written yet. */
  const owed: AuditEntry[] = [];
  const time = () => new Date(now()).toISOString();
  let trouble: string | undefined;

  const tried = <Value>(write: () => Value): Value => {
    try {
      const value = write();
      trouble = undefined;
      return value;
    } catch (error) {
      trouble = `the audit log cannot be written: ${reasonOf(error)}`;
      throw error;
    }
  };

  function settle(): void {
    while (owed.length > 0) {
      changes.keep(owed[0] as AuditEntry, true);
      owed.shift();
    }
  }

  const asked = openAskedIn(at("asked.jsonl"));
  owed.push(...asked.left.map((entry) => ({ ...entry, result: "interrupted" as const })));
  const quietly = (write: () => void) => {
    try {
      tried(write);
    } catch (error) {
      log("error", "audit-not-written", { reason: reasonOf(error) });
    }
  };
  const refusals = createRefusals(now, (sum) => quietly(() => refused.keep(sum, false)));
  if (owed.length > 0) {
    quietly(() => {
      settle();
      asked.tidy();
    });
  }

  const concluded = (entry: AuditEntry, status: number, detail?: string) => {
    pending.delete(entry.id);
    const { id, at: _, result: __, input: ___, ...who } = entry;
    const detailPart = detail === undefined ? {} : { detail: cut(detail, MAX_DETAIL) };
    if (isRefusal(status)) refusals.add({ ...who, status, ...detailPart });
    else {
      owed.push({ ...entry, result: status < 400 ? "done" : "unsettled", ended_at: time(), status, ...detailPart });
      quietly(settle);
    }
    asked.remove(id);
  };

  return {
    begin: (change) => {
      const entry: AuditEntry = { id: crypto.randomUUID(), at: time(), ...bounded(change), result: "asked" };
      try {
        tried(() => {
          settle();
          asked.add(entry);
        });
      } catch (error) {
        const reason = `the audit log cannot be written, so changes are refused: ${reasonOf(error)}`;
        throw new ReeveError("server-failure", reason, {}, { cause: error });
      }
      pending.set(entry.id, entry);
      return (status, detail) => concluded(entry, status, detail);
    },
    refused: (refusal) => refusals.add({ ...refusal, who: cut(refusal.who, MAX_NAME) }),
    tail: (count) =>
      [...changes.recent, ...owed, ...pending.values(), ...refused.recent, ...refusals.open()]
        .sort((one, other) => (endOf(one) < endOf(other) ? -1 : endOf(one) > endOf(other) ? 1 : 0))
        .slice(-Math.min(count, MAX_ENTRIES)),
    trouble: () => {
      if (trouble === undefined) return undefined;
      try {
        // Tests whether the log can be written again, because otherwise this would only be noticed at the next change.
        tried(() => {
          settle();
          changes.probe();
        });
      } catch {
        // The log still cannot be written.
      }
      return trouble;
    },
    close: () => {
      refusals.flush();
      if (owed.length > 0) quietly(settle);
      asked.close();
      changes.close();
      refused.close();
    },
  };
}

/**
 * Whether the status means that the request was refused, and so has changed nothing. A request that failed, or whose client disconnected,
 * may have changed something.
 */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 499;
}

function endOf(entry: AuditEntry | RefusalSum): string {
  return "last_at" in entry ? entry.last_at : (entry.ended_at ?? entry.at);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The maximum length of a recorded input, which is enough to identify the input. */
const MAX_INPUT = 2000;
const MAX_DETAIL = 1000;
const MAX_NAME = 200;

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most);
}

function bounded(change: Asked): Asked {
  if (!("input" in change)) return change;
  const text = JSON.stringify(change.input) ?? "";
  return text.length <= MAX_INPUT ? change : { ...change, input: { shortened: text.slice(0, MAX_INPUT) } };
}

function openAskedIn(path: string | undefined): AskedFile<AuditEntry> {
  const nothing = () => undefined;
  return path === undefined
    ? { left: [], tidy: nothing, add: nothing, remove: nothing, close: nothing }
    : openAsked<AuditEntry>(path);
}

interface Remembered<Entry> {
  readonly recent: readonly Entry[];
  keep(entry: Entry, durable: boolean): void;
  /** Throws if the file cannot be written. */
  probe(): void;
  close(): void;
}

/** A file of entries that also keeps the newest entries in memory. */
function remembered<Entry extends object>(path: string | undefined, limits: LineFileLimits): Remembered<Entry> {
  const recent: Entry[] = path === undefined ? [] : lastEntries<Entry>(path);
  const file: LineFile | undefined = path === undefined ? undefined : openLineFile(path, limits);
  return {
    recent,
    keep: (entry, durable) => {
      file?.write(JSON.stringify(entry), durable);
      recent.push(entry);
      if (recent.length > MAX_ENTRIES * 2) recent.splice(0, recent.length - MAX_ENTRIES);
    },
    probe: () => file?.write("", true),
    close: () => file?.close(),
  };
}

/**
 * Reads the entries of an earlier process. If a kill has cut a line short, ends that line, so that the next entry starts on its own line.
 */
function lastEntries<Entry extends object>(path: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  if (text !== "" && !text.endsWith("\n")) endLine(path);
  const lines = text.split("\n").slice(-MAX_ENTRIES - 1);
  return lines.flatMap((line): Entry[] => {
    try {
      return line === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

function endLine(path: string): void {
  try {
    appendFileSync(path, "\n");
  } catch {
    // The disk is full, so the broken line stays. The next entry is appended to this line, and readers skip it.
  }
}
