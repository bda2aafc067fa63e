import type { Store } from "@reeve/orchestrator/engine";
import type { Timers } from "../world/timers.ts";

/**
 * How the active name node stopped. `planned`: it was asked to stop. `killed`: its daemon was killed. `session`: its failover controller
 * was killed, so the controller's session has to end before a failover.
 */
export type Departure = "planned" | "killed" | "session";

/** Milliseconds at pace 1 until the standby name node becomes active, as measured with real daemons. */
const TAKE_OVER: Readonly<Record<Departure, number>> = { planned: 50, killed: 2000, session: 5000 };

export type Election = ReturnType<typeof followElection>;

export function followElection(
  store: Store,
  timers: Timers,
  eligible: () => readonly number[],
  elected: (index: number) => void = () => undefined,
) {
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
    elected(next);
  }

  return {
    /** The index of the active name node; undefined if none is active. */
    active: () => (leads() ? active : undefined),
    /** The index of the name node that was elected last, even if that node is gone. */
    elected: () => active,
    /** If the active name node cannot stay active, makes another active after a delay that depends on the departure. */
    check(departure: Departure): void {
      if (leads()) {
        takeBack?.();
        takeBack = undefined;
        slowest = "planned";
        return;
      }
      // If several delays apply, the longest one counts, because a standby becomes active only when the old name node is known to have
      // stopped.
      if (TAKE_OVER[departure] > TAKE_OVER[slowest]) slowest = departure;
      if (takeBack || eligible().length === 0) return;
      takeBack = timers.after(TAKE_OVER[slowest], takeOver);
    },
  };
}
