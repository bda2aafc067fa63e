import { ReeveError } from "@reeve/contract";
import { reasonOf } from "../messages.ts";
import type { Clock, Log } from "../platform.ts";
import type { Database, StoredChange } from "./database.ts";

/** A source of unwritten changes, such as an instance. */
export interface Writer {
  changes(): Iterable<StoredChange>;
  /** Called when the changes are durable. Before that, the writer must neither act on the changes nor show them. */
  written(): void;
  /** Called when the changes could not be written. The writer can then revert the changes that have had no effect yet. */
  failed(): void;
}

/**
 * Writes the changes of several instances. Changes within one turn of the event loop share a transaction, because each transaction on a
 * disk takes milliseconds. Meanwhile more events arrive, and they are all handled in the next turn.
 */
export interface Committer {
  /** Writes at the end of this turn of the event loop. */
  soon(writer: Writer): void;
  /** Writes now. If the write fails, this throws an error, and the write is retried later. */
  now(): void;
  /**
   * Tries to write now, before the state is shown. If the write fails, the failure is logged, and the write is retried later: operators
   * need to see a state that cannot be stored, too.
   */
  settle(): void;
}

const TRY_AGAIN = 1000;

export function committer(database: Database, clock: Clock, log: Log): Committer {
  const atEnd = database.isOnDisk ? setImmediate : queueMicrotask;
  const waiting = new Set<Writer>();
  let scheduled = false;
  let failing = false;

  function now(): void {
    if (waiting.size === 0) return;
    const writers = [...waiting];
    try {
      database.write(writers.flatMap((writer) => [...writer.changes()]));
    } catch (error) {
      if (!failing) log("error", "changes could not be stored; the service tries again", { reason: reasonOf(error) });
      failing = true;
      for (const writer of writers) writer.failed();
      throw new ReeveError("server-failure", `${reasonOf(error)}; the service tries again`, {}, { cause: error });
    }
    if (failing) log("info", "changes can be stored again", {});
    failing = false;
    waiting.clear();
    for (const writer of writers) writer.written();
  }

  function later(): void {
    try {
      now();
      // Listeners may have made further changes.
      scheduled = waiting.size > 0;
      if (scheduled) atEnd(later);
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
        // The failure is already logged, and the write will be retried.
      }
    },
    soon: (writer) => {
      waiting.add(writer);
      if (scheduled) return;
      scheduled = true;
      atEnd(later);
    },
  };
}
