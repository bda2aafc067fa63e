/** How much history is kept. Entries that are still in use are never dropped. */
export interface Retention {
  /** The number of configurations to keep for each instance. */
  readonly configurations: number;
  /** The number of ended phases to keep in each instance's recovery plan. */
  readonly plans: number;
  /** The number of ended maintenance plans to keep for each instance. */
  readonly maintenance: number;
  /** The limits of a service's audit log. */
  readonly audit: AuditRetention;
}

/**
 * The limits of the audit log. The newest entries, up to the size `megabytes`, are kept regardless of their age. Entries of the last `days`
 * are kept up to ten times this size.
 */
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
