/**
 * Where the assignment of replicas starts: the index of the broker that gets the first partition's first replica, and the distance from
 * each first replica to its followers. Both are chosen at random.
 */
export interface AssignmentStart {
  readonly first: number;
  readonly shift: number;
}

/**
 * Spreads replicas over brokers as Kafka does without racks. First replicas are assigned round robin. After each round, the followers shift
 * by one broker, so that all other brokers share the load of a broker that stops.
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
