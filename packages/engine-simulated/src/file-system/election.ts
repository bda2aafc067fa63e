import type { Store } from "@reeve/orchestrator";
import type { Timers } from "../world/timers.ts";

/** How the active name node went: asked to, killed, or its controller's session must end first. */
export type Departure = "planned" | "killed" | "session";

/** Milliseconds at pace 1 until another one has taken over, as they were seen. */
const TAKE_OVER: Readonly<Record<Departure, number>> = { planned: 50, killed: 2000, session: 5000 };

/** Which name node is the active one. */
export interface Election {
  /** Its number; undefined while none is. */
  active(): number | undefined;
  /** The one that was elected last, whatever has become of it. */
  elected(): number | undefined;
  /** Something changed: if the active one cannot be it any longer, another one takes over in the time that this takes. */
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
      // That another one is ready meanwhile makes it no faster: what has gone must first be known to be gone.
      if (TAKE_OVER[departure] > TAKE_OVER[slowest]) slowest = departure;
      if (takeBack || eligible().length === 0) return;
      takeBack = timers.after(TAKE_OVER[slowest], takeOver);
    },
  };
}
