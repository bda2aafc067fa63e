import type { NodeView, Store } from "@reeve/orchestrator/engine";

/** What the service stores about a node that has joined. */
interface NodeRecord {
  readonly hostId: string;
  /** Tokens are 64-bit numbers, which a JavaScript number cannot hold, so they are stored as decimal text. */
  readonly tokens: readonly string[];
  /** The volume with the node's data. On another volume, the node joins as a new one or as its own replacement. */
  readonly volume: string;
  /** The address by which other nodes know the node. Absent if the node joined before this field existed. */
  readonly peer?: string;
  /** The folder in which the node keeps hints for other nodes. Absent if the node joined before this field existed. */
  readonly hints?: string;
}

export type Records = ReturnType<typeof clusterRecordsIn>;

/** The stored facts about a cluster: the nodes that have joined, and the number of nodes at the first launch. */
export function clusterRecordsIn(store: Store) {
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
    /** Whether a node has joined with its current volume. */
    hasJoined: (node: NodeView): boolean => of(node.id)?.volume === volumeOf(node) && volumeOf(node) !== undefined,
    /** All nodes that have joined, by id. */
    all: (): ReadonlyMap<string, NodeRecord> =>
      new Map([...store.entries("node/")].map(([key, value]) => [key.slice("node/".length), value as NodeRecord])),
    /** Returns the address by which other nodes know a node, or knew the previous node with this id. */
    peerOf: ({ id, identity: { host, ports } }: NodeView): string => of(id)?.peer ?? `${host}:${ports.storage}`,
    joined(node: NodeView, { hostId, tokens, peer, hints }: Omit<NodeRecord, "volume">): void {
      const volume = volumeOf(node);
      const known = of(node.id);
      if (volume === undefined) return;
      const isKnown = known?.hostId === hostId && known.volume === volume;
      if (isKnown && known.peer === peer && known.hints === hints) return;
      const where = { ...(peer !== undefined && { peer }), ...(hints !== undefined && { hints }) };
      const record: NodeRecord = { hostId, tokens, volume, ...where };
      store.write([[`node/${node.id}`, record]]);
    },
    forget: (node: string) =>
      store.write([
        [`node/${node}`, undefined],
        [`repaired/${node}`, undefined],
      ]),
    /** Whether all ranges of a replacement node have been repaired. */
    isRepaired: (node: NodeView): boolean => store.get(`repaired/${node.id}`) === volumeOf(node),
    repaired: (node: NodeView) => store.write([[`repaired/${node.id}`, volumeOf(node)]]),
    /** Returns the number of nodes at the first launch of the cluster. The first call stores this number. */
    firstSize: (now: number): number => remembered("first-size", () => now),
    /** Returns an id that distinguishes this cluster from others with the same name. The first call makes and stores it. */
    mark: (make: () => string): string => remembered("mark", make),
  };
}

function volumeOf({ volumes }: NodeView): string | undefined {
  return Object.values(volumes)[0];
}
