/** Real brokers for fault injection, with or without the service. */
export interface BrokerCluster {
  /** The name of the instance; undefined without a service. */
  readonly name?: string;
  readonly bootstrap: readonly string[];
  readonly controllers: readonly string[];
  /** The process id of a node; 0 while the node has no process. */
  pidOf(node: string): Promise<number>;
  /** Restarts a node; resolves when it has a new process and the cluster is healthy. */
  restart(node: string): Promise<void>;
  /** Restarts a node with an empty volume. */
  replace(node: string): Promise<void>;
  /** Changes the definition so that all brokers restart one after another. */
  change(): Promise<void>;
  /**
   * Recovers nodes that have died or hang. `before` has their earlier process ids. Resolves when each node has a new process and the
   * cluster is healthy.
   */
  recover(before: ReadonlyMap<string, number>): Promise<void>;
  /** Resolves when every node is ready and every replica is in sync. */
  well(): Promise<void>;
  /** Kills the service with SIGKILL, and starts a new one after a second; undefined without a service. */
  killService?(): Promise<void>;
  /**
   * Starts a second service with a copy of the state while the first one runs. Resolves with the log of the second service when that has
   * given up; undefined without a service.
   */
  secondService?(): Promise<string>;
  end(): Promise<void>;
}
