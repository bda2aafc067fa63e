/**
 * The traffic that the simulation makes by itself: requests of clients that exist only as a rate. The rate is a function of the time, and
 * everything that follows from it (records, usage, lines of output) is computed when it is read. So traffic costs nothing while nothing
 * is read, is stored nowhere, and is the same in each run of a test with the same clock.
 */
export const trafficLevels = ["quiet", "steady", "busy"] as const;

export type TrafficLevel = (typeof trafficLevels)[number];

/** Requests a second of one instance, on average. */
const MEAN: Readonly<Record<TrafficLevel, number>> = { quiet: 0, steady: 5, busy: 500 };

/** The waves in the rate: their share of the average, and their periods in milliseconds. */
const WAVES = [
  { share: 0.4, period: 600_000 },
  { share: 0.25, period: 97_000 },
] as const;

/** The requests a second at a time, in milliseconds since the epoch. */
export function rateAt(level: TrafficLevel, time: number): number {
  const waves = WAVES.reduce((sum, { share, period }) => sum + share * Math.sin((2 * Math.PI * (time % period)) / period), 0);
  return MEAN[level] * (1 + waves);
}

/** The number of requests between two times: the integral of the rate. */
export function requestsBetween(level: TrafficLevel, from: number, to: number): number {
  if (to <= from) return 0;
  const waves = WAVES.reduce((sum, { share, period }) => {
    const turn = (time: number) => Math.cos((2 * Math.PI * (time % period)) / period);
    return sum + ((share * period) / (2 * Math.PI)) * (turn(from) - turn(to));
  }, 0);
  return (MEAN[level] * (to - from + waves)) / 1000;
}

/** A number from 0 to 1 that is always the same for a name, so that nodes and partitions differ from each other. */
export function shareOf(name: string): number {
  let hash = 2166136261;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  // Names that differ only in their last character would otherwise have nearly the same number.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
