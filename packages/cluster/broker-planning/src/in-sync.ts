/**
 * The default of `min.insync.replicas`. With three or more replicas the default is 2, so that the loss of one broker loses no acknowledged
 * record. With fewer replicas it is 1, because 2 would stop all writes as soon as one replica is lost.
 */
export function leastInSync(copies: number): number {
  return Math.max(1, Math.min(2, copies - 1));
}

/** Returns a warning if a single broker may hold the only copy of an acknowledged record of a topic; undefined if that cannot happen. */
export function aloneNote(copies: number, inSync: number): string | undefined {
  const alone = "a single broker may hold the only copy of an acknowledged record";
  if (copies === 1) return `${alone}: each partition has one copy`;
  if (inSync > 1) return undefined;
  return `${alone}: min.insync.replicas is 1, so one broker may acknowledge a record while the other copies are out of sync`;
}
