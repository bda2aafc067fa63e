import fc from "fast-check";
import { expect, test } from "vitest";
import { createRing, randomToken, SIMULATED_TOKENS } from "./ring.ts";

const rings = fc.integer({ min: 1, max: 8 }).chain((nodes) =>
  fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: nodes * SIMULATED_TOKENS * 2,
    maxLength: nodes * SIMULATED_TOKENS * 2,
  }),
);

function tokens(chances: readonly number[]): Map<string, string[]> {
  const left = [...chances];
  const random = () => left.pop() ?? 0;
  return new Map(
    Array.from({ length: chances.length / SIMULATED_TOKENS / 2 }, (_, node) => [
      `node-${node}`,
      Array.from({ length: SIMULATED_TOKENS }, () => randomToken(random)),
    ]),
  );
}

test("a row has as many different owners as are asked for and there are, always the same", () => {
  fc.assert(
    fc.property(rings, fc.string(), fc.integer({ min: 1, max: 5 }), (chances, key, replication) => {
      const nodes = tokens(chances);
      const owners = createRing(nodes).owners(key, replication);
      expect(new Set(owners).size).toBe(Math.min(replication, nodes.size));
      expect(createRing(nodes).owners(key, replication)).toEqual(owners);
    }),
  );
});

test("a node that comes takes rows over, and moves none between the others", () => {
  fc.assert(
    fc.property(rings, fc.string(), (chances, key) => {
      const nodes = tokens(chances);
      const [before] = createRing(new Map([...nodes].slice(0, -1))).owners(key, 1);
      const [after] = createRing(nodes).owners(key, 1);
      if (after !== `node-${nodes.size - 1}`) expect(after).toBe(before);
    }),
  );
});
