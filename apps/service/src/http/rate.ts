/** A rate limit for each client. */
export type Rate = ReturnType<typeof createRate>;

/** The longest time until a turn, in seconds. */
const LONGEST = 10;

/** The number of clients that are remembered. A forgotten client starts with a full bucket. */
const MAX_CLIENTS = 10_000;

/** Rate limiting with a token bucket for each client and a monotonic clock. */
export function createRate(perSecond: number, burst: number, now: () => number) {
  const buckets = new Map<string, { left: number; at: number }>();
  const bucketOf = (client: string) => {
    const time = now();
    const bucket = buckets.get(client);
    if (bucket) {
      bucket.left = Math.min(burst, bucket.left + ((time - bucket.at) / 1000) * perSecond);
      bucket.at = time;
      return bucket;
    }
    const oldest = buckets.size >= MAX_CLIENTS ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const fresh = { left: burst, at: time };
    buckets.set(client, fresh);
    return fresh;
  };
  const secondsUntilOne = (left: number) => (left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond)));
  return {
    /** Counts a request against the client's rate. Returns 0, or how many seconds the client must wait if the rate is used up. */
    take: (client: string): number => {
      const bucket = bucketOf(client);
      const wait = secondsUntilOne(bucket.left);
      if (wait === 0) bucket.left--;
      return wait;
    },
    /** Counts a request, and returns after how many seconds it has its turn. The turns of a client are spread evenly over time. */
    turn: (client: string): number => {
      const bucket = bucketOf(client);
      bucket.left = Math.max(bucket.left - 1, -LONGEST * perSecond);
      return Math.max(0, -bucket.left / perSecond);
    },
  };
}
