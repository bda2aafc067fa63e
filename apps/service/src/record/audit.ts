import { join } from "node:path";
import { defined, ReeveError } from "@reeve/contract";
import { type AuditRetention, DEFAULT_RETENTION, type Log } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { openAsked } from "./asked.ts";
import type { LineFileLimits } from "./line-file.ts";
import { tryOrLog } from "./log.ts";
import { createRefusals, type Refusal, type RefusalSum } from "./refusals.ts";
import { MAX_ENTRIES, remembered } from "./remembered.ts";
import { openWritten } from "./written.ts";

/** A change in the audit log: the requester, the change, its time and its result, without secrets. */
export interface AuditEntry {
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
  /** The id of the instance's target configuration after the change, and the digest of its definition. */
  readonly configuration?: string;
  readonly definition?: string;
  /** The digest of the entry before this one, and of this entry. */
  readonly previous?: string;
  readonly chain?: string;
}

type Asked = Pick<AuditEntry, "who" | "what" | "service" | "from" | "input">;

/** What an entry says about an instance after a change. */
export type Described = Pick<AuditEntry, "configuration" | "definition">;

type Conclude = (status: number, detail?: string) => void;

/** Records changes. Refusals are recorded in a separate file, so that many refusals do not displace changes. */
export type Audit = ReturnType<typeof createAudit>;

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
  describe: (service: string) => Described = () => ({}),
) {
  const at = (name: string) => (folder === undefined ? undefined : join(folder, name));
  const changes = remembered<AuditEntry>(at("audit.jsonl"), limitsOfChanges(retention), { chained: true });
  const refused = remembered<RefusalSum>(at("refusals.jsonl"), REFUSALS);
  const written = openWritten<AuditEntry | RefusalSum>();
  /** Results that could not be written yet. */
  const owed: AuditEntry[] = [];
  const time = () => new Date(now()).toISOString();
  const writing = createWriting(log);
  const { tried, quietly } = writing;

  function settle(): void {
    while (owed.length > 0) {
      written.add(changes.keep(owed[0] as AuditEntry, true));
      owed.shift();
    }
  }

  const asked = openAsked<AuditEntry>(at("asked.jsonl"));
  owed.push(...asked.left.map((entry) => ({ ...entry, result: "interrupted" as const })));
  const refusals = createRefusals(now, (sum) => quietly(() => written.add(refused.keep(sum, false))));
  if (owed.length > 0) {
    quietly(() => {
      settle();
      asked.tidy();
    });
  }

  const concluded = (entry: AuditEntry, status: number, detail?: string) => {
    const { id, at: _, result: __, input: ___, ...who } = entry;
    const end = defined({ status, detail: detail?.slice(0, MAX_DETAIL) });
    if (isRefusal(status)) refusals.add({ ...who, ...end });
    else {
      const described = entry.service === undefined ? {} : describe(entry.service);
      owed.push({ ...entry, result: status < 400 ? "done" : "unsettled", ended_at: time(), ...end, ...described });
      quietly(settle);
    }
    asked.remove(id);
  };

  return {
    /** The entries of changes that have ended, and totals of refusals, in the order in which they are written. */
    written,
    /**
     * Records the request of a change before anything is done. The returned function records the result. Throws if the request cannot be
     * recorded; the change must then not be made.
     */
    begin: (change: Asked): Conclude => {
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
      return (status, detail) => concluded(entry, status, detail);
    },
    /** Records a refused request that is not a change, such as a login. */
    refused: (refusal: Refusal) => refusals.add({ ...refusal, who: refusal.who.slice(0, MAX_NAME) }),
    /** The newest entries in order of time: changes, and totals of refusals. */
    tail: (count: number): readonly (AuditEntry | RefusalSum)[] =>
      [...changes.recent, ...owed, ...asked.current(), ...refused.recent, ...refusals.open()]
        .sort((one, other) => (endOf(one) < endOf(other) ? -1 : endOf(one) > endOf(other) ? 1 : 0))
        .slice(-Math.min(count, MAX_ENTRIES)),
    /**
     * Why the log cannot be written; undefined if it can be written. While the log cannot be written, changes are refused. Tests whether it
     * can be written again, because otherwise this would only be noticed at the next change.
     */
    trouble: () =>
      writing.trouble(() => {
        settle();
        changes.probe();
      }),
    close: () => {
      refusals.flush();
      if (owed.length > 0) quietly(settle);
      asked.close();
      changes.close();
      refused.close();
    },
  };
}

function createWriting(log: Log) {
  let trouble: string | undefined;
  const tried = (write: () => void): void => {
    try {
      write();
      trouble = undefined;
    } catch (error) {
      trouble = `the audit log cannot be written: ${reasonOf(error)}`;
      throw error;
    }
  };
  const quietly = (write: () => void) => tryOrLog(log, "error", "audit-not-written", () => tried(write));
  return {
    tried,
    quietly,
    trouble: (probe: () => void) => {
      if (trouble === undefined) return undefined;
      try {
        tried(probe);
      } catch {
        // The log still cannot be written.
      }
      return trouble;
    },
  };
}

/** Whether a request was refused, and changed nothing. One that failed, or whose client disconnected, may have done so. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 499;
}

function endOf(entry: AuditEntry | RefusalSum): string {
  return "last_at" in entry ? entry.last_at : (entry.ended_at ?? entry.at);
}

/** The maximum length of a recorded input, which is enough to identify the input. */
const MAX_INPUT = 2000;
const MAX_DETAIL = 1000;
const MAX_NAME = 200;

function bounded(change: Asked): Asked {
  if (!("input" in change)) return change;
  const text = JSON.stringify(change.input) ?? "";
  return text.length <= MAX_INPUT ? change : { ...change, input: { shortened: text.slice(0, MAX_INPUT) } };
}
