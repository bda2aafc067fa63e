/** Limits for clients. Times are in milliseconds. */
export interface HttpLimits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly headers: number;
  readonly targetLength: number;
  readonly connections: number;
  /** Connections of one client on which no request had a valid token. */
  readonly connectionsPerClient: number;
  /** Average requests per second for each client. A burst may have twice as many. */
  readonly requestsPerSecond: number;
  /** The timeout for receiving the head of a request. */
  readonly headTimeout: number;
  /** The timeout for receiving a complete request. */
  readonly requestTimeout: number;
  /** How long a connection may stay open while the client sends no request or does not read the answer. */
  readonly idleTimeout: number;
  /** The timeout for running requests when the service ends. */
  readonly closeTimeout: number;
}

/** The default limits. They do not restrict normal use by people and programs, but they stop a client that is out of control. */
export const usualLimits: HttpLimits = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headers: 100,
  targetLength: 8192,
  connections: 1000,
  connectionsPerClient: 250,
  requestsPerSecond: 10_000,
  headTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 65_000,
  closeTimeout: 5000,
};
