import type { Layout, LayoutBroker, PlacedPartition } from "@reeve/orchestrator/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Move } from "./draft.ts";
import { balanceMoves, emptyingMoves, replicationMoves } from "./propose.ts";

const MEGABYTE = 2 ** 20;

describe("a balance", () => {
  test("never puts two copies on one broker, and keeps their number", () => {
    fc.assert(
      fc.property(layouts(), fc.boolean(), (layout, toNew) => {
        for (const { from, to } of balanceMoves(layout, { toNew })) {
          expect(new Set(to).size).toBe(to.length);
          expect(to).toHaveLength(from.length);
        }
      }),
    );
  });

  test("is the same for the same layout, and right after it there is nothing to move", () => {
    fc.assert(
      fc.property(layouts(), fc.boolean(), (layout, toNew) => {
        const moves = balanceMoves(layout, { toNew });
        expect(balanceMoves(structuredClone(layout), { toNew })).toEqual(moves);
        expect(balanceMoves(moved(layout, moves), { toNew })).toEqual([]);
      }),
    );
  });

  test("tries a pair of brokers again after another exchange has made room on their agents", () => {
    const replicas = [[5, 3], [3], [1, 3], [3], [2], [3], [0, 5], [2, 3, 5], [4], [0, 4], [4, 0], [5, 2, 3], [4, 3], [2], [4, 2]];
    const sizes = [831, 0, 6, 0, 260, 0, 729, 186, 43, 871, 996, 4, 6, 904, 421];
    const layout = layoutOf(6, replicas, sizes, [], [0, 2, 2, 0, 3, 0]);
    expect(balanceMoves(moved(layout, balanceMoves(layout, {})), {})).toEqual([]);
  });

  test("fills new brokers again after a move has made room on their agents", () => {
    const layout = layoutOf(5, [[1, 3, 0], [0, 3, 1], [3]], [0, 0, 0], [], [0, 3, 1, 0, 0]);
    const moves = balanceMoves(layout, { toNew: true });
    expect(balanceMoves(moved(layout, moves), { toNew: true })).toEqual([]);
  });

  test("gives brokers as many replicas as each other, within one, with no more moves than that takes", () => {
    fc.assert(
      fc.property(layouts({ sameSize: true, agents: "one each" }), (layout) => {
        const moves = balanceMoves(layout, {});
        const counts = countsIn(layout);
        const after = [...countsIn(moved(layout, moves)).values()];
        expect(Math.max(...after) - Math.min(...after)).toBeLessThanOrEqual(1);
        expect(copied(moves)).toBe(fewestMoves([...counts.values()]));
      }),
    );
  });

  test("gives brokers as many leaders as each other, within one, where all have copies of enough partitions", () => {
    fc.assert(
      fc.property(layouts({ sameSize: true, agents: "one each", copies: "all" }), (layout) => {
        const leads = new Map(layout.brokers.map(({ id }) => [id, 0]));
        for (const { replicas } of moved(layout, balanceMoves(layout, {})).partitions) {
          leads.set(replicas[0] ?? -1, (leads.get(replicas[0] ?? -1) ?? 0) + 1);
        }
        expect(Math.max(...leads.values()) - Math.min(...leads.values())).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("has copies on as many agents as there are, and moves none from an agent of its own to a shared one", () => {
    fc.assert(
      fc.property(layouts(), (layout) => {
        const agents = new Map(layout.brokers.map(({ id, agent }) => [id, agent]));
        const all = new Set(agents.values()).size;
        for (const { replicas } of moved(layout, balanceMoves(layout, {})).partitions) {
          expect(new Set(replicas.map((id) => agents.get(id))).size).toBe(Math.min(all, replicas.length));
        }
      }),
    );
  });

  test("leaves the bytes of brokers no less even than it finds them", () => {
    fc.assert(
      fc.property(layouts({ agents: "one each", balanced: true }), (layout) => {
        const after = moved(layout, balanceMoves(layout, {}));
        expect(unevenness(after)).toBeLessThanOrEqual(unevenness(layout));
      }),
    );
  });

  test("evens sizes by an exchange where numbers are even", () => {
    const layout = layoutOf(2, [[0], [0], [1], [1]], [100, 100, 10, 10]);
    const moves = balanceMoves(layout, {});
    expect(copied(moves)).toBe(2);
    expect([...megabytesIn(moved(layout, moves)).values()]).toEqual([110, 110]);
  });

  test("leaves sizes alone that differ by less than a broker fetches at once", () => {
    expect(balanceMoves(layoutOf(2, [[0], [0], [1], [1]], [0.4, 0.4, 0, 0]), {})).toEqual([]);
    expect(balanceMoves(layoutOf(2, [[0], [0], [1], [1]], [0.6, 0.6, 0, 0]), {})).not.toEqual([]);
  });

  test("concerns the given topics only", () => {
    const layout = layoutOf(2, [[0], [0], [0], [0]], [1, 1, 1, 1], ["a", "a", "b", "b"]);
    const moves = balanceMoves(layout, { topics: new Set(["b"]) });
    expect(moves.map(({ topic }) => topic)).toEqual(["b"]);
  });

  test("empties a broker", () => {
    fc.assert(
      fc.property(layouts({ least: 4, agents: "one each" }), (layout) => {
        const awayFrom = new Set([layout.brokers.at(-1)?.id ?? -1]);
        const after = moved(layout, balanceMoves(layout, { awayFrom }));
        const counts = countsIn(after);
        expect([...awayFrom].map((id) => counts.get(id))).toEqual([0]);
        const others = [...counts].filter(([id]) => !awayFrom.has(id)).map(([, count]) => count);
        expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("fills only brokers without replicas", () => {
    const layout = layoutOf(
      4,
      [
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      [1, 1, 1, 1],
    );
    const moves = balanceMoves(layout, { toNew: true });
    expect(new Set(moves.flatMap(({ from, to }) => to.filter((id) => !from.includes(id))))).toEqual(new Set([2, 3]));
    expect([...countsIn(moved(layout, moves)).values()]).toEqual([2, 2, 2, 2]);
  });

  test("puts nothing on a broker that leaves", () => {
    const { brokers, partitions } = layoutOf(
      3,
      [
        [0, 2],
        [1, 2],
        [0, 1],
      ],
      [1, 1, 1],
    );
    const leaving = brokers.map((broker) => ({ ...broker, isLeaving: broker.id === 2 }));
    const layout = { brokers: leaving, partitions };
    expect(countsIn(moved(layout, balanceMoves(layout, {}))).get(2)).toBe(0);
  });
});

test("emptying brokers moves what they have, and nothing else", () => {
  fc.assert(
    fc.property(layouts({ least: 4, agents: "one each" }), (layout) => {
      const gone = new Set([layout.brokers[0]?.id ?? -1]);
      const held = layout.partitions.filter(({ replicas }) => replicas.some((id) => gone.has(id)));
      const moves = emptyingMoves(layout, gone);
      expect(moves.map(({ topic, number }) => `${topic}-${number}`)).toEqual(held.map(({ topic, number }) => `${topic}-${number}`));
      expect(copied(moves)).toBe(held.length);
      expect(moves.flatMap(({ to }) => to).some((id) => gone.has(id))).toBe(false);
    }),
  );
});

test("another number of copies keeps the first replica, and adds to where there is least", () => {
  fc.assert(
    fc.property(layouts({ least: 4 }), fc.integer({ min: 1, max: 4 }), (layout, copies) => {
      const topic = layout.partitions[0]?.topic ?? "";
      const after = moved(layout, replicationMoves(layout, topic, copies));
      for (const [at, { replicas, ...partition }] of after.partitions.entries()) {
        expect(replicas[0]).toBe(layout.partitions[at]?.replicas[0]);
        if (partition.topic === topic) expect(replicas).toHaveLength(copies);
        expect(new Set(replicas).size).toBe(replicas.length);
      }
    }),
  );
});

interface Shape {
  readonly least?: number;
  readonly sameSize?: boolean;
  readonly agents?: "one each";
  readonly copies?: "all";
  /** Gives each broker the same number of replicas, so that only sizes differ. */
  readonly balanced?: boolean;
}

function layouts({ least = 2, sameSize, agents, copies, balanced }: Shape = {}): fc.Arbitrary<Layout> {
  return fc
    .record({ brokers: fc.integer({ min: least, max: 9 }), partitions: fc.integer({ min: 1, max: 60 }) })
    .chain(({ brokers, partitions }) => {
      const ids = Array.from({ length: brokers }, (_, id) => id);
      const most = copies === "all" ? brokers : Math.min(3, brokers);
      const spread = (at: number, count: number) => Array.from({ length: count }, (_, next) => (at + next) % brokers);
      const replicas = balanced
        ? fc.constant(Array.from({ length: partitions * brokers }, (_, at) => spread(at, 1)))
        : fc.array(fc.shuffledSubarray(ids, { minLength: copies === "all" ? most : 1, maxLength: most }), {
            minLength: partitions,
            maxLength: partitions,
          });
      return replicas.chain((placed) =>
        fc
          .record({
            sizes: fc.array(fc.nat(sameSize ? 0 : 1000), { minLength: placed.length, maxLength: placed.length }),
            agents: fc.array(fc.nat(agents ? 0 : 3), { minLength: brokers, maxLength: brokers }),
            topics: fc.array(fc.constantFrom("a", "b"), { minLength: placed.length, maxLength: placed.length }),
          })
          .map((drawn) => layoutOf(brokers, placed, drawn.sizes, drawn.topics, agents ? ids : drawn.agents)),
      );
    });
}

function layoutOf(
  count: number,
  placed: readonly (readonly number[])[],
  sizes: readonly number[],
  topics: readonly string[] = [],
  agents: readonly number[] = [],
): Layout {
  const brokers = Array.from(
    { length: count },
    (_, id): LayoutBroker => ({
      id,
      agent: `agent-${agents[id] ?? id}`,
      isRunning: true,
      isLeaving: false,
      disk: 1e12,
    }),
  );
  const partitions = placed.map(
    (replicas, number): PlacedPartition => ({
      topic: topics[number] ?? "a",
      number,
      replicas,
      leaves: [],
      joins: [],
      leader: replicas[0] ?? -1,
      isr: replicas,
      minInSync: 1,
      bytes: (sizes[number] ?? 0) * MEGABYTE,
    }),
  );
  return { brokers, partitions };
}

function moved({ brokers, partitions }: Layout, moves: readonly Move[]): Layout {
  const to = new Map(moves.map((each) => [`${each.topic}-${each.number}`, each.to]));
  return {
    brokers,
    partitions: partitions.map((partition) => {
      const replicas = to.get(`${partition.topic}-${partition.number}`) ?? partition.replicas;
      return { ...partition, replicas, isr: replicas, leader: replicas[0] ?? -1 };
    }),
  };
}

function countsIn({ brokers, partitions }: Layout): Map<number, number> {
  const counts = new Map(brokers.map(({ id }) => [id, 0]));
  for (const id of partitions.flatMap(({ replicas }) => replicas)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The megabytes on each broker. */
function megabytesIn({ brokers, partitions }: Layout): Map<number, number> {
  const sums = new Map(brokers.map(({ id }) => [id, 0]));
  for (const { replicas, bytes } of partitions) for (const id of replicas) sums.set(id, (sums.get(id) ?? 0) + bytes / MEGABYTE);
  return sums;
}

function unevenness(layout: Layout): number {
  const sums = [...megabytesIn(layout).values()];
  const average = sums.reduce((sum, each) => sum + each, 0) / sums.length;
  return sums.reduce((sum, each) => sum + (each - average) ** 2, 0);
}

function copied(moves: readonly Move[]): number {
  return moves.reduce((sum, { from, to }) => sum + to.filter((id) => !from.includes(id)).length, 0);
}

/**
 * The fewest moves that lead to even counts. Only replicas above an even share move, and as many of the fullest brokers as possible keep
 * one more.
 */
function fewestMoves(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const least = Math.floor(all / counts.length);
  const more = all - least * counts.length;
  return counts.toSorted((a, b) => b - a).reduce((sum, count, at) => sum + Math.max(0, count - (at < more ? least + 1 : least)), 0);
}
