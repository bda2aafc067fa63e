import fc from "fast-check";
import { expect, test } from "vitest";
import { firstTokens, TOKENS } from "./ring.ts";

test("the tokens of a new cluster are distinct, within the ring, and evenly spread over its nodes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (nodes) => {
      const owners = Array.from({ length: nodes }, (_, index) => firstTokens(index, nodes).map((token) => ({ token, index }))).flat();
      const sorted = owners.map(({ token, index }) => ({ token: BigInt(token), index })).sort((a, b) => (a.token < b.token ? -1 : 1));
      expect(new Set(owners.map(({ token }) => token)).size).toBe(nodes * TOKENS);
      expect(sorted[0]?.token).toBeGreaterThan(-(2n ** 63n));
      expect(sorted.at(-1)?.token).toBeLessThan(2n ** 63n);
      const even = 2n ** 64n / BigInt(nodes * TOKENS);
      expect(sorted.every(({ index }, place) => index === place % nodes)).toBe(true);
      const gaps = sorted.slice(1).map(({ token }, place) => token - (sorted[place]?.token ?? 0n) - even);
      expect(gaps.every((rest) => rest >= -1n && rest <= 1n)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
