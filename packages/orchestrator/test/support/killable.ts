import { ReeveError } from "@reeve/contract";
import type { Clock } from "../../src/index.ts";
import type { Database } from "../../src/state/database.ts";

/** What a process uses, and loses all at once when it is killed. */
export interface Killable {
  readonly database: Database;
  readonly clock: Clock;
  readonly isDead: () => boolean;
  /** Now. */
  kill(): void;
  /** After this many further writes: the last one is durable, and nothing has been done about it. */
  killAfter(writes: number): void;
  /** From now on every write fails, or succeeds again. */
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
      entries: (owner, prefix) => database.entries(owner, prefix),
      write: (changes) => counted(() => database.write(changes)),
      forget: (owners) => counted(() => database.forget(owners)),
      store: (owner) => {
        const store = database.store(owner);
        return { get: store.get, entries: store.entries, write: (changes) => counted(() => store.write(changes)) };
      },
      trouble: database.trouble,
      close: () => undefined,
    },
  };
}
