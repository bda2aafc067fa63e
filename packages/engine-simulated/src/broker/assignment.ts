/** The broker of the first partition's first replica, and how far apart the replicas of one partition are placed. */
export interface AssignmentStart {
  readonly first: number;
  readonly shift: number;
}

/**
 * Spreads replicas over brokers as the real software does without racks: leaders go round robin, and after each round the followers are
 * placed one broker further on, so that the load of a broker that stops is spread over all others.
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
