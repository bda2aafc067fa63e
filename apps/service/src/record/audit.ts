import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { type AuditRetention, DEFAULT_RETENTION, type Log } from "@reeve/orchestrator";
import { type AskedFile, openAsked } from "./asked.ts";
import { type LineFile, type LineFileLimits, openLineFile } from "./line-file.ts";
import { createRefusals, type Refusal, type RefusalSum } from "./refusals.ts";

/** What is kept of a change: who asked for what, when, and what came of it. Never a secret. */
interface AuditEntry {
  readonly id: string;
  /** When it was asked for (ISO 8601, UTC). */
  readonly at: string;
  readonly who: string;
  /** `broker.topics.create`, `deploy`, `login` … */
  readonly what: string;
  readonly service?: string;
  readonly from?: string;
  readonly input?: unknown;
  /**
   * `asked` as long as it is under way. `unsettled`: it failed half way, and may have been done or be done later. `interrupted`: the service ended
   * before it did.
   */
  readonly result: "asked" | "done" | "unsettled" | "interrupted";
  readonly ended_at?: string;
  readonly status?: number;
  readonly detail?: string;
}

type Asked = Omit<AuditEntry, "id" | "at" | "result" | "ended_at" | "status" | "detail">;

/** How a change ended. */
type Conclude = (status: number, detail?: string) => void;

/** Remembers changes. Those that were done are kept apart from those that were refused, which would push them out. */
export interface Audit {
  /**
   * Says that a change has been asked for, before anything is done; the function that it gives says what came of it. Throws where that cannot be
   * written down: then the change is not to be.
   */
  begin(asked: Asked): Conclude;
  /** Something that was refused before anything was asked of anybody: a login. */
  refused(refusal: Refusal): void;
  /** The newest entries, the oldest of them first: changes, and refusals as they are summed up. */
  tail(count: number): readonly (AuditEntry | RefusalSum)[];
  /** Why nothing can be written, and so no change is taken; undefined where it can. */
  trouble(): string | undefined;
  close(): void;
}

/** So many entries can be asked for. */
const MOST_ENTRIES = 1000;

const MB = 1024 * 1024;

/** The newest megabytes of changes are kept whatever their age; younger than the days, ten times as many. */
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

/** An audit log in a folder, as files of JSON lines, or only remembered where there is none. */
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
  /** What has ended and could not be written yet. */
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
    const said = detail === undefined ? {} : { detail: cut(detail, MOST_OF_DETAIL) };
    if (isRefusal(status)) refusals.add({ ...who, status, ...said });
    else {
      owed.push({ ...entry, result: status < 400 ? "done" : "unsettled", ended_at: time(), status, ...said });
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
        const reason = `the audit log cannot be written, and so nothing is changed: ${reasonOf(error)}`;
        throw new ReeveError("server-failure", reason, {}, { cause: error });
      }
      pending.set(entry.id, entry);
      return (status, detail) => concluded(entry, status, detail);
    },
    refused: (refusal) => refusals.add({ ...refusal, who: cut(refusal.who, MOST_OF_NAME) }),
    tail: (count) =>
      [...changes.recent, ...owed, ...pending.values(), ...refused.recent, ...refusals.open()]
        .sort((one, other) => (endOf(one) < endOf(other) ? -1 : endOf(one) > endOf(other) ? 1 : 0))
        .slice(-Math.min(count, MOST_ENTRIES)),
    trouble: () => {
      if (trouble === undefined) return undefined;
      try {
        // It may be over, and nobody have asked for a change since.
        tried(() => {
          settle();
          changes.probe();
        });
      } catch {
        // It is not over.
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

/** Who was refused has changed nothing; who went away, or met a failure, may have. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 499;
}

function endOf(entry: AuditEntry | RefusalSum): string {
  return "last_at" in entry ? entry.last_at : (entry.ended_at ?? entry.at);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Characters of an input that are kept: enough to know what was asked for, whoever asks for a million things. */
const MOST_OF_INPUT = 2000;
const MOST_OF_DETAIL = 1000;
const MOST_OF_NAME = 200;

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most);
}

function bounded(change: Asked): Asked {
  if (!("input" in change)) return change;
  const text = JSON.stringify(change.input) ?? "";
  return text.length <= MOST_OF_INPUT ? change : { ...change, input: { shortened: text.slice(0, MOST_OF_INPUT) } };
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
  /** Throws where nothing can be written. */
  probe(): void;
  close(): void;
}

/** A file of entries, of which the newest are in memory, too. */
function remembered<Entry extends object>(path: string | undefined, limits: LineFileLimits): Remembered<Entry> {
  const recent: Entry[] = path === undefined ? [] : lastEntries<Entry>(path);
  const file: LineFile | undefined = path === undefined ? undefined : openLineFile(path, limits);
  return {
    recent,
    keep: (entry, durable) => {
      file?.write(JSON.stringify(entry), durable);
      recent.push(entry);
      if (recent.length > MOST_ENTRIES * 2) recent.splice(0, recent.length - MOST_ENTRIES);
    },
    probe: () => file?.write("", true),
    close: () => file?.close(),
  };
}

/** What an earlier process wrote. A line that a kill cut short is ended, so that the next one is whole. */
function lastEntries<Entry extends object>(path: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  if (text !== "" && !text.endsWith("\n")) endLine(path);
  const lines = text.split("\n").slice(-MOST_ENTRIES - 1);
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
    // The disk is full: what is written next joins the line that was cut short, and both are passed over.
  }
}
