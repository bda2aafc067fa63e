/** The results of a producer test. Latencies are in milliseconds. */
export interface ProducerTestFigures {
  readonly records: number;
  readonly recordsPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly averageLatency: number;
  readonly maximumLatency: number;
  /** Latency by percentile: 50, 95, 99, 99.9. */
  readonly percentiles: ReadonlyMap<number, number>;
}

const FIGURES =
  /(?<!\d)(\d{1,15}) records sent, ([\d.]{1,20}) records\/sec \(([\d.]{1,20}) MB\/sec\), ([\d.]{1,20}) ms avg latency, ([\d.]{1,20}) ms max latency((?:, [\d.]{1,20} ms [\d.]{1,6}th){1,20})/g;

/**
 * Reads the results from a producer test's message; undefined if the message contains no results. If there are several lines, the last one
 * counts, because the others are interim results.
 */
export function readProducerTest(message: string): ProducerTestFigures | undefined {
  const [, records, perSecond, megabytes, average, maximum, rest = ""] = [...message.matchAll(FIGURES)].at(-1) ?? [];
  if (records === undefined) return undefined;
  const percentiles = [...rest.matchAll(/([\d.]+) ms ([\d.]+)th/g)].map(
    ([, latency, percentile]) => [Number(percentile), Number(latency)] as const,
  );
  return {
    records: Number(records),
    recordsPerSecond: Number(perSecond),
    megabytesPerSecond: Number(megabytes),
    averageLatency: Number(average),
    maximumLatency: Number(maximum),
    percentiles: new Map(percentiles),
  };
}
