import { ReeveError } from "@reeve/contract";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason.ts";
import type { Change, Database } from "./database.ts";

/** An owner of unwritten changes. */
export interface Writer {
  changes(): Iterable<Change>;
  /** The changes are durable, and may be acted upon and shown. */
  written(): void;
  /** The changes could not be written; those that have not been acted upon may be taken back. */
  failed(): void;
}

/** Writes changes of several instances, all of the same moment in one transaction. */
export interface Committer {
  /** Write at the end of this turn. */
  soon(writer: Writer): void;
  /** Write now; a failure is an error, and the write is retried. */
  now(): void;
  /** Write now if possible; a failure is logged, and the write is retried. */
  settle(): void;
}

const TRY_AGAIN = 1000;

export function committer(database: Database, clock: Clock, log: Log): Committer {
  const waiting = new Set<Writer>();
  let scheduled = false;
  let failing = false;

  function now(): void {
    if (waiting.size === 0) return;
    const writers = [...waiting];
    try {
      database.write(writers.flatMap((writer) => [...writer.changes()]));
    } catch (error) {
      if (!failing) log("error", "changes could not be stored yet", { reason: reasonOf(error) });
      failing = true;
      for (const writer of writers) writer.failed();
      throw new ReeveError("server-failure", `${reasonOf(error)}; it is tried again`, {}, { cause: error });
    }
    if (failing) log("info", "changes are stored again", {});
    failing = false;
    waiting.clear();
    for (const writer of writers) writer.written();
  }

  function later(): void {
    try {
      now();
      // Listeners may have made further changes.
      scheduled = waiting.size > 0;
      if (scheduled) queueMicrotask(later);
    } catch {
      clock.after(TRY_AGAIN, later);
    }
  }

  return {
    now,
    settle: () => {
      try {
        now();
      } catch {
        // The failure is logged, and the write is retried.
      }
    },
    soon: (writer) => {
      waiting.add(writer);
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(later);
    },
  };
}
