import type { Placement } from "@reeve/orchestrator";

/** A simulated process, which exists while its task runs. */
export interface Process {
  readonly taskId: string;
  /** The id of the process's node, such as `broker-0`. */
  readonly node: string;
  readonly podType: string;
  /** The name of the task's spec, such as `node` or `format`. */
  readonly task: string;
  /** The command of the task, from which the engine decides what to simulate. */
  readonly command: string;
  /** The volume with the data of the process. A process that starts on a different volume has lost its data. */
  readonly volume: string | undefined;
  readonly placement: Placement;
  /** Whether the process already ran before the service started. If so, the engine does not simulate its start. */
  readonly adopted: boolean;
}

/** How a process ended: `finished` after the work of a one-shot task, `stopped` after an orderly shutdown on request, or `killed`. */
export type Ending = "finished" | "stopped" | "killed";
