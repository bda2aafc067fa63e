/** Real brokers that faults are done to, with the service or without it. */
export interface BrokerCluster {
  readonly bootstrap: readonly string[];
  readonly controllers: readonly string[];
  /** The process of a node; 0 while it has none. */
  pidOf(node: string): Promise<number>;
  /** Ends and starts a node; resolves when it is another process and all is well. */
  restart(node: string): Promise<void>;
  /** The same on an empty volume. */
  replace(node: string): Promise<void>;
  /** A new definition: every broker is restarted, one after another. */
  change(): Promise<void>;
  /** Brings back nodes that have died or hang, by their processes of before; resolves when each is another process and all is well. */
  recover(before: ReadonlyMap<string, number>): Promise<void>;
  /** Resolves when every node runs, is ready, and lacks no copy. */
  well(): Promise<void>;
  /** As `kill -9` does to the service, and a new one after a second; absent where there is none. */
  killService?(): Promise<void>;
  end(): Promise<void>;
}
