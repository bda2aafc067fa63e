/** The number of tokens of a node. */
export const TOKENS = 16;

const MIN_TOKEN = -(2n ** 63n);
const RANGE = 2n ** 64n;

/** Returns a new node's tokens. They depend only on the number of nodes, so that a backup fits every new cluster of this size. */
export function firstTokens(index: number, nodes: number): readonly string[] {
  const all = BigInt(TOKENS * nodes);
  return Array.from({ length: TOKENS }, (_, turn) => {
    const place = BigInt(turn * nodes + index);
    // The smallest token is reserved and cannot be assigned.
    return String(MIN_TOKEN + 1n + (place * RANGE) / all);
  });
}
