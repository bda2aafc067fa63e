/** How long things may take, as whoever starts the shell says. */
export interface Limits {
  /** Milliseconds for one attempt of one request. */
  readonly attempt?: number;
  /** Aborted with an error of ours when the time for a whole script is over. Whoever types takes the time that they want. */
  readonly over?: AbortSignal;
  /** Milliseconds until then. */
  readonly left?: number;
}
