/** Counts latencies in milliseconds. Its memory does not grow with the number of latencies. */
export interface LatencyTally {
  add(latency: number, times: number): void;
  average(): number;
  maximum(): number;
  /** Returns a percentile in whole milliseconds, because Kafka's tool prints no fractions. */
  percentile(percentile: number): number;
}

export function latencyTally(): LatencyTally {
  const times = new Map<number, number>();
  let count = 0;
  let sum = 0;
  let maximum = 0;
  return {
    add(latency, records) {
      const whole = Math.floor(latency);
      times.set(whole, (times.get(whole) ?? 0) + records);
      count += records;
      sum += latency * records;
      maximum = Math.max(maximum, latency);
    },
    average: () => (count === 0 ? 0 : sum / count),
    maximum: () => maximum,
    percentile(percentile) {
      let seen = 0;
      for (const whole of [...times.keys()].sort((a, b) => a - b)) {
        seen += times.get(whole) ?? 0;
        if (seen >= (count * percentile) / 100) return whole;
      }
      return 0;
    },
  };
}
