import type { NodeView, Store } from "@reeve/orchestrator";

/** What is stored about a node that has joined. */
interface NodeRecord {
  readonly hostId: string;
  /** Decimal text, because tokens need 64 bits. */
  readonly tokens: readonly string[];
  /** The volume with its data. A node on another volume joins anew, or replaces this one. */
  readonly volume: string;
  /** The folder with the writes that it keeps for others; absent where it joined before this was noted. */
  readonly hints?: string;
}

/** The nodes that have joined, and the initial size of the cluster. */
export interface Records {
  of(node: string): NodeRecord | undefined;
  /** Whether a node has joined with its current volume. */
  hasJoined(node: NodeView): boolean;
  /** All nodes that have joined, by id. */
  all(): ReadonlyMap<string, NodeRecord>;
  joined(node: NodeView, found: Pick<NodeRecord, "hostId" | "tokens" | "hints">): void;
  forget(node: string): void;
  /** Whether the ranges of a node were repaired after it replaced its predecessor. */
  isRepaired(node: NodeView): boolean;
  repaired(node: NodeView): void;
  /** The number of nodes of the new cluster, stored at its first launch. */
  firstSize(now: number): number;
  /** The id that distinguishes this cluster from others of the same name. */
  mark(make: () => string): string;
}

export function recordsIn(store: Store): Records {
  const of = (node: string) => store.get(`node/${node}`) as NodeRecord | undefined;
  const remembered = <Value>(key: string, make: () => Value): Value => {
    const known = store.get(key) as Value | undefined;
    if (known !== undefined) return known;
    const made = make();
    store.write([[key, made]]);
    return made;
  };
  return {
    of,
    hasJoined: (node) => of(node.id)?.volume === volumeOf(node) && volumeOf(node) !== undefined,
    all: () =>
      new Map([...store.entries("node/")].map(([key, value]) => [key.slice("node/".length), value as NodeRecord])),
    joined(node, { hostId, tokens, hints }) {
      const volume = volumeOf(node);
      const known = of(node.id);
      if (volume === undefined) return;
      if (known?.hostId === hostId && known.volume === volume && known.hints === hints) return;
      const record: NodeRecord = { hostId, tokens, volume, ...(hints !== undefined && { hints }) };
      store.write([[`node/${node.id}`, record]]);
    },
    forget: (node) =>
      store.write([
        [`node/${node}`, undefined],
        [`repaired/${node}`, undefined],
      ]),
    isRepaired: (node) => store.get(`repaired/${node.id}`) === volumeOf(node),
    repaired: (node) => store.write([[`repaired/${node.id}`, volumeOf(node)]]),
    firstSize: (now) => remembered("first-size", () => now),
    mark: (make) => remembered("mark", make),
  };
}

/** The name of a node's only volume. */
function volumeOf({ volumes }: NodeView): string | undefined {
  return Object.values(volumes)[0];
}
