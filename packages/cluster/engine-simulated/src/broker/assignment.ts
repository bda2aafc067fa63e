/**
 * The random start of an assignment of replicas: the index of the broker with the first replica of partition 0, and the distance from each
 * partition's first replica to its followers.
 */
export interface AssignmentStart {
  readonly first: number;
  readonly shift: number;
}

/**
 * Spreads replicas over brokers as Kafka does without racks. First replicas are assigned round robin. After each round, the followers shift
 * by one broker. So if a broker stops, all other brokers share its load.
 */
export function assignReplicas(
  brokers: readonly number[],
  partitions: { readonly from: number; readonly count: number },
  replication: number,
  start: AssignmentStart,
): readonly (readonly number[])[] {
  const size = brokers.length;
  let shift = start.shift + Math.floor(partitions.from / size);
  return Array.from({ length: partitions.count }, (_, index) => {
    const number = partitions.from + index;
    if (index > 0 && number % size === 0) shift++;
    const first = (number + start.first) % size;
    const followers = Array.from({ length: replication - 1 }, (_, follower) => {
      const distance = 1 + ((shift + follower) % Math.max(1, size - 1));
      return (first + distance) % size;
    });
    return [first, ...followers].map((at) => brokers[at] ?? -1);
  });
}
