import type { Placement } from "@reeve/orchestrator";

/** A simulated process: what a task is while it runs. */
export interface Process {
  readonly taskId: string;
  /** `broker-0` */
  readonly node: string;
  readonly podType: string;
  /** The spec's name: `node`, `format`. */
  readonly task: string;
  /** Its command, by which the engine recognises what to simulate. */
  readonly command: string;
  /** The volume with its data; another one means that the data is lost. */
  readonly volume: string | undefined;
  readonly placement: Placement;
  /** Whether it was already running when the service started; then the engine continues it without a new start. */
  readonly adopted: boolean;
}

/** `finished`: a one-shot task has done its work. `stopped`: it was stopped and shut down properly. `killed`: it ended at once. */
export type Ending = "finished" | "stopped" | "killed";
