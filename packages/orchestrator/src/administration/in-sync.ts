/** The default of min.insync.replicas: one replica may be away, and the loss of one broker loses no acknowledged record. */
export function leastInSync(copies: number): number {
  return Math.max(1, Math.min(2, copies - 1));
}

/** A warning where acknowledged records of a topic may be on one broker alone; undefined where they never are. */
export function aloneNote(copies: number, inSync: number): string | undefined {
  const alone = "an acknowledged record may be on one broker alone";
  if (copies === 1) return `${alone}: each partition has one copy`;
  if (inSync > 1) return undefined;
  return `${alone}: min.insync.replicas is 1, so one broker may acknowledge it while other copies are away`;
}
