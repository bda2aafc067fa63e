import { ReeveError } from "@reeve/contract";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason.ts";
import type { Change, Database } from "./database.ts";

/** Somebody with changes to keep. */
export interface Keeper {
  changes(): Iterable<Change>;
  /** They are durable: what follows from them may be done, and shown. */
  kept(): void;
  /** They could not be kept: what has not been acted upon may be taken back. */
  failed(): void;
}

/** Keeps changes: those of one moment in one transaction, whoever has them. */
export interface Committer {
  /** At the end of this moment. */
  soon(keeper: Keeper): void;
  /** Now; what cannot be kept is an error, and tried again. */
  now(): void;
  /** Now, if it can be: what cannot be kept is said in the log, and tried again. */
  settle(): void;
}

const TRY_AGAIN = 1000;

export function committer(database: Database, clock: Clock, log: Log): Committer {
  const waiting = new Set<Keeper>();
  let scheduled = false;
  let failing = false;

  function now(): void {
    if (waiting.size === 0) return;
    const keepers = [...waiting];
    try {
      database.write(keepers.flatMap((keeper) => [...keeper.changes()]));
    } catch (error) {
      if (!failing) log("error", "changes wait", { reason: reasonOf(error) });
      failing = true;
      for (const keeper of keepers) keeper.failed();
      throw new ReeveError("server-failure", `${reasonOf(error)}; it is tried again`, {}, { cause: error });
    }
    if (failing) log("info", "changes are kept again", {});
    failing = false;
    waiting.clear();
    for (const keeper of keepers) keeper.kept();
  }

  function later(): void {
    try {
      now();
      // What follows from changes that are kept may be changes, too.
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
        // Said in the log, and tried again.
      }
    },
    soon: (keeper) => {
      waiting.add(keeper);
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(later);
    },
  };
}
