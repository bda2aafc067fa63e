/** How much of what is over is kept. What is in use is never dropped. */
export interface Retention {
  /** Configurations of each instance. */
  readonly configurations: number;
  /** Ended phases of each instance's plan `recovery`. */
  readonly plans: number;
  /** Ended pieces of maintenance of each instance. */
  readonly maintenance: number;
}

export const DEFAULT_RETENTION: Retention = { configurations: 100, plans: 100, maintenance: 100 };
