import { randomInt } from "node:crypto";

/** The seed of all random choices of a test. `npm run trial NAME -- --seed N` makes the same choices again. */
export const seed = Number(process.env.REEVE_SEED ?? randomInt(2 ** 31));

/** Makes a generator of numbers between 0 and 1. The same seed gives the same numbers (mulberry32). */
export function generator(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
