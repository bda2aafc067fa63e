import type { Placement } from "@reeve/orchestrator";

/** A simulated process: what a task is while it runs. */
export interface Process {
  readonly taskId: string;
  /** `broker-0` */
  readonly node: string;
  readonly podType: string;
  /** The name of its spec: `node`, `format`. */
  readonly task: string;
  /** What it was told to run; whoever simulates that knows it by this. */
  readonly command: string;
  /** What it keeps its data on; another one means that the data is gone. */
  readonly volume: string | undefined;
  readonly placement: Placement;
  /** Whether it ran already when the service began: it goes on as if nothing had been. */
  readonly adopted: boolean;
}

/**
 * `finished`: a task that runs once has done its work. `stopped`: it was asked to end and had the time to do so properly. `killed`: it
 * ended from one moment to the next.
 */
export type Ending = "finished" | "stopped" | "killed";
