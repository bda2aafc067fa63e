import type { Clock } from "../clock.ts";
import type { Cluster } from "../engine.ts";
import type { Log } from "../log.ts";
import type { Machine } from "../machine/machine.ts";
import type { Agents } from "../runtime.ts";

/** The dependencies that controllers share. */
export interface EffectContext {
  readonly machine: Machine;
  readonly agents: Agents;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs a function that changes the state machine. The changes are stored before any controller acts on them. */
  event(happen: () => void): void;
}
