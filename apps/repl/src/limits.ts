/** Timeouts, given at the start of the shell. */
export interface Limits {
  /** Milliseconds for one attempt of one request. */
  readonly attempt?: number;
  /** Aborted with a ReeveError at the timeout of the whole script. An interactive session has none. */
  readonly over?: AbortSignal;
  /** Milliseconds until then. */
  readonly left?: number;
}
