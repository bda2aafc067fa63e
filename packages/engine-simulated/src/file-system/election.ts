import type { Store } from "@reeve/orchestrator";
import type { Timers } from "../world/timers.ts";

/** Why the active name node is gone: stopped as planned, killed, or its controller was killed, so that its session has to end first. */
export type Departure = "planned" | "killed" | "session";

/** Milliseconds at pace 1 until the standby has taken over, measured with real ones. */
const TAKE_OVER: Readonly<Record<Departure, number>> = { planned: 50, killed: 2000, session: 5000 };

/** Which name node is active. */
export interface Election {
  /** Its index; undefined while none is active. */
  active(): number | undefined;
  /** The one that was elected last, even if it is gone. */
  elected(): number | undefined;
  /** Checks the active name node after a change: if it cannot stay active, another one takes over after the time for this departure. */
  check(departure: Departure): void;
}

export function followElection(store: Store, timers: Timers, eligible: () => readonly number[]): Election {
  let active = store.get("active") as number | undefined;
  let takeBack: (() => void) | undefined;
  let slowest: Departure = "planned";

  const leads = () => active !== undefined && eligible().includes(active);

  function takeOver(): void {
    takeBack = undefined;
    slowest = "planned";
    const [next] = eligible();
    if (next === undefined) return;
    active = next;
    store.write([["active", next]]);
  }

  return {
    active: () => (leads() ? active : undefined),
    elected: () => active,
    check(departure) {
      if (leads()) {
        takeBack?.();
        takeBack = undefined;
        slowest = "planned";
        return;
      }
      // The slowest departure counts: a standby takes over only when the old one is known to be gone.
      if (TAKE_OVER[departure] > TAKE_OVER[slowest]) slowest = departure;
      if (takeBack || eligible().length === 0) return;
      takeBack = timers.after(TAKE_OVER[slowest], takeOver);
    },
  };
}
