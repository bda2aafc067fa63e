import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { openSyslog } from "./syslog.ts";

/** Where the entries of the audit log are sent, besides the service's own files. */
export interface AuditExport {
  /** The absolute path of a file to which entries are appended as JSON lines. */
  readonly file?: string;
  /** The address of a syslog server: `udp://HOST:PORT`, `tcp://HOST:PORT` or `unix:///PATH`. */
  readonly syslog?: string;
}

/** An entry to send. */
export type Exported = Readonly<Record<string, unknown>>;

/** Another place for entries. */
export interface AuditReceiver {
  /** Sends entries; throws if they may not have arrived. */
  send(entries: readonly Exported[]): Promise<void>;
  close(): void;
}

/** The entries that wait while a receiver is slow or absent. Further ones are counted, and the receiver is told how many it has missed. */
const MAX_WAITING = 10_000;
const AT_ONCE = 100;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** Milliseconds for which the end of the service waits for a receiver. */
const LAST = 2000;

/** Exports entries to the places of a definition. The audit log itself is written before, and waits for none of them. */
export function openExports({ file, syslog }: AuditExport, log: Log) {
  return [
    ...(file === undefined ? [] : [createExporter(file, appendTo(file), log)]),
    ...(syslog === undefined ? [] : [createExporter(syslog, openSyslog(syslog), log)]),
  ];
}

/** Sends entries in the background. */
export function createExporter(to: string, receiver: AuditReceiver, log: Log) {
  const waiting: Exported[] = [];
  const ending = new AbortController();
  let missed = 0;
  let running: Promise<void> | undefined;

  const sendAll = async () => {
    let pause = 0;
    while (waiting.length > 0 || missed > 0) {
      const gap = missed;
      const batch = waiting.slice(0, AT_ONCE);
      try {
        await receiver.send(gap === 0 ? batch : [...batch, gapOf(gap)]);
        waiting.splice(0, batch.length);
        missed -= gap;
        if (pause > 0) log("info", "audit-export-resumed", { to, missed: gap });
        pause = 0;
      } catch (error) {
        if (ending.signal.aborted) return;
        if (pause === 0) log("error", "audit-not-exported", { to, reason: reasonOf(error) });
        pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, pause * 2));
        await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  const begin = () => {
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    add: (entry: Exported) => {
      if (waiting.length < MAX_WAITING) waiting.push(entry);
      else missed++;
      void begin();
    },
    /** Sends what is waiting, for a short time at most. */
    close: async () => {
      ending.abort();
      await Promise.race([begin(), sleep(LAST, undefined, { ref: false })]);
      receiver.close();
    },
  };
}

/** Tells a receiver that it has not got some entries, which are in the audit log itself. */
function gapOf(times: number): Exported {
  return { at: new Date().toISOString(), who: "reeve", what: "audit-export", result: "missed", times };
}

/**
 * Appends lines to a file, which only its owner can read. The file is opened each time, so that it can be moved away; and only a regular
 * file is written, because another one could make the service wait.
 */
function appendTo(path: string): AuditReceiver {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return {
    send: async (entries) => {
      await using file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0o600);
      const stat = await file.stat();
      if (!stat.isFile()) throw new Error("it is not a regular file");
      // In a folder such as /tmp, another user could have made the file, in order to read it or to change it.
      if (![0, process.getuid?.() ?? stat.uid].includes(stat.uid)) throw new Error("it belongs to another user");
      await file.appendFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    },
    close: () => undefined,
  };
}
