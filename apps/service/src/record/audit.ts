import { appendFileSync, readFileSync } from "node:fs";
import { ReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import { openLineFile } from "./line-file.ts";

/** What is kept of a change: who asked for what, when, and what came of it. Never a secret. */
interface AuditEntry {
  /** Both entries of a change have the same. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly who: string;
  /** `broker.topics.create`, `deploy`, `login` … */
  readonly what: string;
  readonly service?: string;
  readonly from?: string;
  readonly input?: unknown;
  /** `asked` before anything is done; what came of it afterwards. One that is never followed up was interrupted. */
  readonly result: string;
  readonly status?: number;
  readonly detail?: string;
}

/** Remembers changes. */
export interface Audit {
  /**
   * Says that a change has been asked for, before anything is done; the function that it gives says what came of it. Throws where that cannot be
   * written down: then the change is not to be.
   */
  begin(
    entry: Omit<AuditEntry, "id" | "at" | "result">,
  ): (result: string, more?: { status?: number; detail?: string }) => void;
  /** The newest entries, the oldest of them first. */
  tail(count: number): readonly AuditEntry[];
  close(): void;
}

/** So many entries can be asked for. */
export const MOST_ENTRIES = 1000;

/** An audit log that is written to a file of JSON lines, or only remembered where there is none. */
export function createAudit(path: string | undefined, now: () => number, log: Log): Audit {
  const recent: AuditEntry[] = path === undefined ? [] : lastEntries(path);
  const file = path === undefined ? undefined : openLineFile(path);
  const keep = (entry: AuditEntry, durable: boolean) => {
    file?.write(JSON.stringify(entry), durable);
    recent.push(entry);
    if (recent.length > MOST_ENTRIES * 2) recent.splice(0, recent.length - MOST_ENTRIES);
  };
  return {
    begin: (entry) => {
      const id = crypto.randomUUID();
      const at = () => new Date(now()).toISOString();
      const input = "input" in entry && { input: bounded(entry.input) };
      try {
        keep({ id, at: at(), ...entry, ...input, result: "asked" }, false);
      } catch (error) {
        const reason = `the audit log cannot be written, and so nothing is changed: ${reasonOf(error)}`;
        throw new ReeveError("server-failure", reason, {}, { cause: error });
      }
      return (result, more = {}) => {
        const { who, what, service } = entry;
        try {
          keep({ id, at: at(), who, what, ...(service !== undefined && { service }), result, ...more }, true);
        } catch (error) {
          // It has been done; to answer anything else would be worse.
          log("error", "audit-not-written", { what, who, result, reason: reasonOf(error) });
        }
      };
    },
    tail: (count) => recent.slice(-Math.min(count, MOST_ENTRIES)),
    close: () => file?.close(),
  };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Characters of an input that are kept: enough to know what was asked for, whoever asks for a million things. */
const MOST_OF_INPUT = 2000;

function bounded(input: unknown): unknown {
  const text = JSON.stringify(input) ?? "";
  return text.length <= MOST_OF_INPUT ? input : { shortened: text.slice(0, MOST_OF_INPUT) };
}

/** What an earlier process wrote. A line that a kill cut short is ended, so that the next one is whole. */
function lastEntries(path: string): AuditEntry[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
  const lines = text.split("\n").slice(-MOST_ENTRIES - 1);
  return lines.flatMap((line): AuditEntry[] => {
    try {
      return line === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
