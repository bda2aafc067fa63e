import type { NodeView, Store } from "@reeve/orchestrator/engine";

/** What the service stores about a node that has joined. */
interface NodeRecord {
  readonly hostId: string;
  /** Tokens are 64-bit numbers, which a JavaScript number cannot hold, so they are stored as decimal text. */
  readonly tokens: readonly string[];
  /**
   * The volume with the node's data. If a node with the same id starts on another volume, it joins as a new node or as the replacement of
   * this node.
   */
  readonly volume: string;
  /** The address by which other nodes know the node. Absent if the node joined before this field existed. */
  readonly peer?: string;
  /** The folder in which the node keeps hints for other nodes. Absent if the node joined before this field existed. */
  readonly hints?: string;
}

/** The stored facts about a cluster: the nodes that have joined, and the number of nodes at the first launch. */
export interface Records {
  of(node: string): NodeRecord | undefined;
  /** Whether a node has joined with its current volume. */
  hasJoined(node: NodeView): boolean;
  /** All nodes that have joined, by id. */
  all(): ReadonlyMap<string, NodeRecord>;
  joined(node: NodeView, found: Pick<NodeRecord, "hostId" | "tokens" | "peer" | "hints">): void;
  /** Returns the address by which other nodes know a node, or knew the previous node with this id. */
  peerOf(node: NodeView): string;
  forget(node: string): void;
  /** Whether all ranges of a replacement node have been repaired. */
  isRepaired(node: NodeView): boolean;
  repaired(node: NodeView): void;
  /** Returns the number of nodes at the first launch of the cluster. The first call stores this number. */
  firstSize(now: number): number;
  /** Returns an id that distinguishes this cluster from others with the same name. The first call makes and stores it. */
  mark(make: () => string): string;
}

export function clusterRecordsIn(store: Store): Records {
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
    all: () => new Map([...store.entries("node/")].map(([key, value]) => [key.slice("node/".length), value as NodeRecord])),
    peerOf: ({ id, identity: { host, ports } }) => of(id)?.peer ?? `${host}:${ports.storage}`,
    joined(node, { hostId, tokens, peer, hints }) {
      const volume = volumeOf(node);
      const known = of(node.id);
      if (volume === undefined) return;
      const isKnown = known?.hostId === hostId && known.volume === volume;
      if (isKnown && known.peer === peer && known.hints === hints) return;
      const where = { ...(peer !== undefined && { peer }), ...(hints !== undefined && { hints }) };
      const record: NodeRecord = { hostId, tokens, volume, ...where };
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

function volumeOf({ volumes }: NodeView): string | undefined {
  return Object.values(volumes)[0];
}
