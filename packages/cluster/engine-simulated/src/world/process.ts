import type { Placement } from "@reeve/orchestrator/runtime";

/** A simulated process, which exists while its task runs. */
export interface Process {
  readonly taskId: string;
  /** The id of the process's node, such as `broker-0`. */
  readonly node: string;
  readonly podType: string;
  /** The name of the task's spec, such as `node` or `format`. */
  readonly task: string;
  /** The command of the task. It tells the engine what to simulate. */
  readonly command: string;
  /** The volume with the node's data. If the node's process starts on a different volume, the data is lost. */
  readonly volume: string | undefined;
  readonly placement: Placement;
  /** Whether the process was already running before the service started. If so, the engine does not simulate a start. */
  readonly adopted: boolean;
}

/**
 * How a process ended. `finished`: a one-shot task has done its work. `stopped`: the process was asked to shut down and did so. `killed`:
 * the process ended in any other way.
 */
export type ProcessEnding = "finished" | "stopped" | "killed";
