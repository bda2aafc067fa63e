/** Real brokers that faults are done to, whoever runs them. */
export interface BrokerCluster {
  readonly bootstrap: readonly string[];
  readonly controllers: readonly string[];
  pidOf(node: string): Promise<number>;
  /** Ends and starts a node; resolves when it is back in step. */
  restart(node: string): Promise<void>;
  /** The same on an empty volume. */
  replace(node: string): Promise<void>;
  /** A new definition: every broker is restarted, one after another. */
  change(): Promise<void>;
  /** Brings back a node that has died or hangs, where nothing else does; resolves when all is well again. */
  recover(node: string): Promise<void>;
  /** As `kill -9` does to the service, and a new one after a second; absent where there is none. */
  killService?(): Promise<void>;
  end(): Promise<void>;
}
