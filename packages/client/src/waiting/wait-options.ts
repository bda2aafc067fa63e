import type { PollOptions } from "./poll.ts";
import type { RolloutProgress } from "./rollout.ts";

/** How to wait for something. */
export interface WaitOptions extends PollOptions {
  /** Milliseconds for the whole wait. An hour unless said otherwise. */
  readonly within?: number;
  /** Told of each change of the rollout that is waited for. */
  readonly onProgress?: (progress: RolloutProgress) => void;
}

/** The limit that holds where nobody gives another. */
export const HOUR = 3_600_000;
