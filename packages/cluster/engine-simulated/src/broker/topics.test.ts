import fc from "fast-check";
import { expect, test } from "vitest";
import { assignReplicas } from "./topics.ts";

test("replicas of a partition are on different brokers, and leaders go round", () => {
  const inputs = fc
    .record({
      brokers: fc.uniqueArray(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 20 }),
      from: fc.nat({ max: 50 }),
      count: fc.integer({ min: 1, max: 100 }),
      first: fc.nat({ max: 19 }),
      shift: fc.nat({ max: 19 }),
    })
    .chain((input) => fc.record({ input: fc.constant(input), replication: fc.integer({ min: 1, max: input.brokers.length }) }));
  fc.assert(
    fc.property(inputs, ({ input: { brokers, from, count, first, shift }, replication }) => {
      const assigned = assignReplicas(brokers, { from, count }, replication, { first, shift });
      expect(assigned).toHaveLength(count);
      const leads = new Map(brokers.map((broker) => [broker, 0]));
      for (const replicas of assigned) {
        expect(new Set(replicas).size).toBe(replication);
        for (const replica of replicas) expect(brokers).toContain(replica);
        const [leader = -1] = replicas;
        leads.set(leader, (leads.get(leader) ?? 0) + 1);
      }
      expect(Math.max(...leads.values()) - Math.min(...leads.values())).toBeLessThanOrEqual(1);
    }),
  );
});

test("partitions that are added later go on where the first ones ended", () => {
  const brokers = [0, 1, 2, 3];
  const start = { first: 1, shift: 2 };
  const all = assignReplicas(brokers, { from: 0, count: 20 }, 3, start);
  const later = assignReplicas(brokers, { from: 7, count: 13 }, 3, start);
  expect(later).toEqual(all.slice(7));
});
