/** How many copies of a partition must have a record before it is acknowledged, where a user has not said: one copy may be away, and one broker's loss takes nothing. */
export function leastInSync(copies: number): number {
  return Math.max(1, Math.min(2, copies - 1));
}

/** Where an acknowledged record of a topic may be on one broker alone, in words; undefined where it never is. */
export function aloneNote(copies: number, inSync: number): string | undefined {
  const alone = "an acknowledged record may be on one broker alone";
  if (copies === 1) return `${alone}: each partition has one copy`;
  if (inSync > 1) return undefined;
  return `${alone}: min.insync.replicas is 1, so one broker may acknowledge it while other copies are away`;
}
