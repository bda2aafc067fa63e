import { randomInt } from "node:crypto";

/** What all random choices of a test come from; `npm run trial NAME -- --seed N` makes them again. */
export const seed = Number(process.env.REEVE_SEED ?? randomInt(2 ** 31));

/** A generator of numbers from 0 to 1 that a seed makes again (mulberry32). */
export function generator(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
