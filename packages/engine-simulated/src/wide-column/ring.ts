import { createHash } from "node:crypto";

/** Which nodes own which rows: a ring of tokens, each of one node. */
export interface Ring {
  /** The nodes that own a row, the primary first: as many distinct ones as the replication, clockwise from its token. */
  owners(key: string, replication: number): readonly string[];
}

/** How many tokens a node has. */
export const TOKENS = 16;

export function createRing(tokensOf: ReadonlyMap<string, readonly string[]>): Ring {
  const points = [...tokensOf]
    .flatMap(([node, tokens]) => tokens.map((token) => ({ token: BigInt(token), node })))
    .sort((a, b) => (a.token < b.token ? -1 : a.token > b.token ? 1 : 0));

  /** The first point at a token or after it. */
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
    owners(key, replication) {
      const found = new Set<string>();
      const begin = from(tokenOf(key));
      for (let step = 0; step < points.length && found.size < replication; step++) {
        const point = points[(begin + step) % points.length];
        if (point) found.add(point.node);
      }
      return [...found];
    },
  };
}

/** The row's position on the ring. */
function tokenOf(key: string): bigint {
  return createHash("md5").update(key).digest().readBigInt64BE(0);
}

/** A random position on the ring. */
export function randomToken(random: () => number): string {
  const high = BigInt(Math.floor(random() * 2 ** 32));
  const low = BigInt(Math.floor(random() * 2 ** 32));
  return BigInt.asIntN(64, (high << 32n) | low).toString();
}
