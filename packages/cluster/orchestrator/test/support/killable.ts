import { ReeveError } from "@reeve/contract";
import type { Clock } from "../../src/for-engines.ts";
import type { Database } from "../../src/state/database.ts";

/** The state that a process loses all at once when it is killed. */
export interface Killable {
  readonly database: Database;
  readonly clock: Clock;
  readonly isDead: () => boolean;
  /** Kills the process now. */
  kill(): void;
  /** Kills the process after this many further writes. The last write is durable, but nothing has acted on it. */
  killAfter(writes: number): void;
  /** Makes all later writes fail (true) or succeed again (false). */
  fail(so: boolean): void;
}

/** Thrown where a killed process would stop. */
export class Killed extends Error {}

export function killable(database: Database, clock: Clock, onDeath: () => void): Killable {
  let dead = false;
  let left = Number.POSITIVE_INFINITY;
  const kill = () => {
    if (dead) return;
    dead = true;
    onDeath();
  };
  const alive = () => {
    if (dead) throw new Killed();
  };
  let failing = false;
  const counted = (write: () => void) => {
    alive();
    if (failing) throw new ReeveError("server-failure", "the state could not be stored: database or disk is full");
    write();
    if (--left <= 0) kill();
    alive();
  };
  return {
    isDead: () => dead,
    kill,
    killAfter: (writes) => {
      left = writes;
    },
    fail: (so) => {
      failing = so;
    },
    clock: {
      now: clock.now,
      after: (milliseconds, run) => clock.after(milliseconds, () => !dead && run()),
    },
    database: {
      isOnDisk: database.isOnDisk,
      entries: (owner, prefix) => database.entries(owner, prefix),
      write: (changes) => counted(() => database.write(changes)),
      forget: (owners, changes) => counted(() => database.forget(owners, changes)),
      store: (owner) => {
        const store = database.store(owner);
        return { get: store.get, entries: store.entries, write: (changes) => counted(() => store.write(changes)) };
      },
      wipe: database.wipe,
      trouble: database.trouble,
      close: () => undefined,
    },
  };
}
