/** Real brokers to inject faults into, with the service or without it. */
export interface BrokerCluster {
  /** The name of the instance; absent where there is no service. */
  readonly name?: string;
  readonly bootstrap: readonly string[];
  readonly controllers: readonly string[];
  /** The process of a node; 0 while it has none. */
  pidOf(node: string): Promise<number>;
  /** Restarts a node; resolves when it has a new process and the cluster is healthy. */
  restart(node: string): Promise<void>;
  /** The same on an empty volume. */
  replace(node: string): Promise<void>;
  /** A new definition, which restarts every broker, one after another. */
  change(): Promise<void>;
  /** Recovers nodes that have died or hang, given their earlier processes; resolves when each has a new one and the cluster is healthy. */
  recover(before: ReadonlyMap<string, number>): Promise<void>;
  /** Resolves when every node is ready and no replica is missing. */
  well(): Promise<void>;
  /** Kills the service as `kill -9` does, and starts a new one after a second; absent where there is none. */
  killService?(): Promise<void>;
  end(): Promise<void>;
}
