/** How many tokens a node has. */
export const TOKENS = 16;

const MIN_TOKEN = -(2n ** 63n);
const RANGE = 2n ** 64n;

/**
 * The tokens of a node of a new cluster, evenly spread and in turn. They follow from the number of nodes alone, so that the files of a
 * backup fit every new cluster of that size.
 */
export function firstTokens(index: number, nodes: number): readonly string[] {
  const all = BigInt(TOKENS * nodes);
  return Array.from({ length: TOKENS }, (_, turn) => {
    const place = BigInt(turn * nodes + index);
    // The least token of all is not one that a node can have.
    return String(MIN_TOKEN + 1n + (place * RANGE) / all);
  });
}
