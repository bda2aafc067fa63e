/** The timeouts that are set at the start of the shell. */
export interface ShellLimits {
  /** Timeout in milliseconds of one attempt of one request. */
  readonly attempt?: number;
  /** Aborted with a ReeveError at the timeout of the whole script. It is undefined in an interactive session. */
  readonly over?: AbortSignal;
  /** Milliseconds until `over` is aborted. */
  readonly left?: number;
}
