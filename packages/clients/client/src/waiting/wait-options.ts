import type { PollOptions } from "./poll.ts";
import type { RolloutProgress } from "./rollout.ts";

/** How to wait for a condition. */
export interface WaitOptions extends PollOptions {
  /** The timeout of the whole wait, in milliseconds. Default one hour. */
  readonly within?: number;
  /** Called at each change of the rollout. */
  readonly onProgress?: (progress: RolloutProgress) => void;
}

/** The default timeout of a wait. */
export const HOUR = 3_600_000;
