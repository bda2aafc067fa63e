/** What the service takes from those who ask. Times are in milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly headers: number;
  readonly targetLength: number;
  readonly connections: number;
  /** Requests a second of one client, on average; a burst may have twice as many. */
  readonly requestsPerSecond: number;
  /** In which the head of a request must have arrived. */
  readonly headTimeout: number;
  /** In which all of a request must have arrived. */
  readonly requestTimeout: number;
  /** That a connection may stay open without a request, or without reading what it has asked for. */
  readonly idleTimeout: number;
  /** That requests under way have to end when the service does. */
  readonly closeTimeout: number;
}

/** Generous for people and programs, narrow for accidents. */
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
