/** How much of the past is kept. What is in use is never dropped. */
export interface Retention {
  /** Configurations of each instance. */
  readonly configurations: number;
  /** Ended phases of each instance's plan `recovery`. */
  readonly plans: number;
  /** Ended pieces of maintenance of each instance. */
  readonly maintenance: number;
  /** Completed changes in a service's audit log. */
  readonly audit: AuditRetention;
}

/** The newest megabytes are kept whatever their age; within the days, ten times as many. */
export interface AuditRetention {
  readonly days: number;
  readonly megabytes: number;
}

export const DEFAULT_RETENTION: Retention = {
  configurations: 100,
  plans: 100,
  maintenance: 100,
  audit: { days: 90, megabytes: 50 },
};
