/** Timeouts, as given when the shell is started. */
export interface Limits {
  /** Milliseconds for one attempt of one request. */
  readonly attempt?: number;
  /** Aborted with an error of ours when the time for a whole script is over. An interactive session has no limit. */
  readonly over?: AbortSignal;
  /** Milliseconds until then. */
  readonly left?: number;
}
