/** Where the replicas of a cluster's partitions are. */
export interface Layout {
  /** The brokers of the definition, and those that leave. */
  readonly brokers: readonly LayoutBroker[];
  /** By topic, then by number. */
  readonly partitions: readonly PlacedPartition[];
}

export interface LayoutBroker {
  readonly id: number;
  readonly agent?: string | undefined;
  /** Whether the cluster counts it as running. */
  readonly isRunning: boolean;
  /** Whether it leaves for good, so that it gets nothing. */
  readonly isLeaving: boolean;
  /** The size of its volume in bytes. */
  readonly disk: number;
}

export interface PlacedPartition {
  readonly topic: string;
  readonly number: number;
  /** Ids of brokers; the first is the preferred leader. While it moves, without those that it leaves. */
  readonly replicas: readonly number[];
  /** Ids of brokers that it leaves once the others are in sync. */
  readonly leaves: readonly number[];
  /** Those of the replicas that are new. */
  readonly joins: readonly number[];
  /** -1 where there is none. */
  readonly leader: number;
  readonly isr: readonly number[];
  /** How many copies must have a record before it is acknowledged: min.insync.replicas. */
  readonly minInSync: number;
  /** The size of one replica; the largest where they differ. */
  readonly bytes: number;
}

/** A partition whose replicas are to be elsewhere, or in another order. */
export interface Move {
  readonly topic: string;
  readonly number: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: number;
}

/** The ids of brokers that a move copies data to. */
export function copiesOf({ from, to }: Pick<Move, "from" | "to">): readonly number[] {
  return to.filter((id) => !from.includes(id));
}
