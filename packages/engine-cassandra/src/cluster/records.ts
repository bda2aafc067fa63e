import type { NodeView, Store } from "@reeve/orchestrator";

/** What is known of a node that has joined. */
interface NodeRecord {
  readonly hostId: string;
  /** As decimal text: they need 64 bits. */
  readonly tokens: readonly string[];
  /** The volume with its data: a node with another one joins, or takes the place of this one. */
  readonly volume: string;
}

/** The nodes that have joined, and the size that the cluster began with. */
export interface Records {
  of(node: string): NodeRecord | undefined;
  /** Whether a node has joined with the volume that it has now. */
  hasJoined(node: NodeView): boolean;
  /** All nodes that have joined, by id. */
  all(): ReadonlyMap<string, NodeRecord>;
  joined(node: NodeView, found: Pick<NodeRecord, "hostId" | "tokens">): void;
  forget(node: string): void;
  /** Whether what a node owns was repaired after it took its predecessor's place. */
  isRepaired(node: NodeView): boolean;
  repaired(node: NodeView): void;
  /** The number of nodes of the new cluster, remembered at its first launch. */
  firstSize(now: number): number;
  /** What tells this cluster from others of the same name. */
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
    joined(node, { hostId, tokens }) {
      const volume = volumeOf(node);
      const known = of(node.id);
      if (volume === undefined || (known?.hostId === hostId && known.volume === volume)) return;
      store.write([[`node/${node.id}`, { hostId, tokens, volume } satisfies NodeRecord]]);
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
