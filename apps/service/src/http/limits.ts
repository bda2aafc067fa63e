/** Limits for clients. Times are in milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly headers: number;
  readonly targetLength: number;
  readonly connections: number;
  /** Requests in a second by one client, on average; a burst may have twice as many. */
  readonly requestsPerSecond: number;
  /** The time for the head of a request. */
  readonly headTimeout: number;
  /** The time for a whole request. */
  readonly requestTimeout: number;
  /** How long a connection may stay open without a request, or without reading its answer. */
  readonly idleTimeout: number;
  /** The time that requests under way have when the service ends. */
  readonly closeTimeout: number;
}

/** Generous for people and programs, but low enough to stop accidents. */
export const usualLimits: Limits = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headers: 100,
  targetLength: 8192,
  connections: 1000,
  requestsPerSecond: 10_000,
  headTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 65_000,
  closeTimeout: 5000,
};
