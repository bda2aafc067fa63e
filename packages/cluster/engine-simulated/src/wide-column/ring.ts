import { createHash } from "node:crypto";

export type Ring = ReturnType<typeof createRing>;

/** The number of tokens of a node. */
export const SIMULATED_TOKENS = 16;

/** The token ring, which decides which nodes own a row. */
export function createRing(tokensOf: ReadonlyMap<string, readonly string[]>) {
  const points = [...tokensOf]
    .flatMap(([node, tokens]) => tokens.map((token) => ({ token: BigInt(token), node })))
    .sort((a, b) => (a.token < b.token ? -1 : a.token > b.token ? 1 : 0));

  /** Returns the index of the first token of the ring that is not less than the given token. */
  function from(token: bigint): number {
    let low = 0;
    let high = points.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((points[middle]?.token ?? 0n) < token) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /** The owners of a row, as many as the replication factor: those that follow clockwise from its token, the primary first. */
    owners(key: string, replication: number): readonly string[] {
      const names = new Set<string>();
      const begin = from(tokenOf(key));
      for (let step = 0; step < points.length && names.size < replication; step++) {
        const point = points[(begin + step) % points.length];
        if (point) names.add(point.node);
      }
      return [...names];
    },
  };
}

function tokenOf(key: string): bigint {
  return createHash("md5").update(key).digest().readBigInt64BE(0);
}

/** Returns a random position on the ring. */
export function randomToken(random: () => number): string {
  const high = BigInt(Math.floor(random() * 2 ** 32));
  const low = BigInt(Math.floor(random() * 2 ** 32));
  return BigInt.asIntN(64, (high << 32n) | low).toString();
}
