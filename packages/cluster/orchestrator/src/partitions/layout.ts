/** Where the replicas of a cluster's partitions are. */
export interface Layout {
  /** All brokers in the definition, and those that are being decommissioned. */
  readonly brokers: readonly LayoutBroker[];
  /** Ordered by topic, then by number. */
  readonly partitions: readonly PlacedPartition[];
}

export interface LayoutBroker {
  readonly id: number;
  readonly agent?: string | undefined;
  /** Whether the broker is running, as far as the cluster can tell. */
  readonly isRunning: boolean;
  /** Whether the broker is being decommissioned. Such a broker receives no replicas. */
  readonly isLeaving: boolean;
  /** The size of the broker's volume in bytes. */
  readonly disk: number;
}

export interface PlacedPartition {
  readonly topic: string;
  readonly number: number;
  /** Ids of brokers; the first is the preferred leader. During a move, the brokers that the partition leaves are not in this list. */
  readonly replicas: readonly number[];
  /** Ids of the brokers that will drop their replica as soon as the new replicas are in sync. */
  readonly leaves: readonly number[];
  /** Ids of the brokers in `replicas` to which a replica is still being copied. */
  readonly joins: readonly number[];
  /** -1 if the partition has no leader. */
  readonly leader: number;
  readonly isr: readonly number[];
  /** The number of in-sync replicas that must have a record before it is acknowledged: `min.insync.replicas`. */
  readonly minInSync: number;
  /** The size of the partition's largest replica. */
  readonly bytes: number;
}

/** A change of a partition's replica list: other brokers, or another order. */
export interface Move {
  readonly topic: string;
  readonly number: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: number;
}

/** The ids of the brokers to which a move copies data. */
export function copiesOf({ from, to }: Pick<Move, "from" | "to">): readonly number[] {
  return to.filter((id) => !from.includes(id));
}
