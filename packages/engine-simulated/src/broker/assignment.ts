/** Where the replicas of the first partition go, and how far apart those of one partition are. */
export interface AssignmentStart {
  readonly first: number;
  readonly shift: number;
}

/**
 * Spreads replicas over brokers as the real software does where there are no racks: leaders go round, and each time they have gone round,
 * the distance of the followers grows by one, so that the load of a broker that goes is spread over all others.
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
