import type { Clock } from "../clock.ts";
import type { Cluster, Secrets } from "../engine.ts";
import type { Log } from "../log.ts";
import type { Machine } from "../machine/machine.ts";
import type { NodeRun } from "../machine/run.ts";
import type { Agents } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";

/** The dependencies that controllers share. */
export interface EffectContext {
  readonly machine: Machine;
  readonly agents: Agents;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly log: Log;
  /** The secret settings that a task's files use; undefined if they use none. */
  settingSecrets(node: NodeRun, task: TaskRecord): Promise<Secrets> | undefined;
  /** Runs a function that changes the state machine. The changes are stored before any controller acts on them. */
  event(happen: () => void): void;
}
