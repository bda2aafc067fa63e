import type { Layout, PlacedPartition } from "@reeve/orchestrator/engine";

/** A working copy of the layout of replicas, which a proposal changes step by step. The brokers are ordered by id. */
export interface LayoutDraft {
  readonly brokers: readonly DraftBroker[];
  /** Ordered by topic, then by partition number. */
  readonly partitions: readonly DraftPartition[];
  /** The same partitions, the largest first. */
  readonly bySize: readonly DraftPartition[];
}

/** A broker. `replicas` and `bytes` count only replicas of partitions that the proposal may change. */
export interface DraftBroker {
  readonly at: number;
  readonly id: number;
  readonly agent: string;
  /** Whether the broker may receive replicas. */
  readonly isOpen: boolean;
  replicas: number;
  bytes: number;
}

/** A partition that the proposal may change. */
export interface DraftPartition {
  /** The partition before the proposal. */
  readonly original: PlacedPartition;
  readonly bytes: number;
  /** The partition's position in the list `bySize`. */
  rank: number;
  readonly replicas: DraftBroker[];
}

/** Builds the working copy. Brokers that are to be emptied, are leaving, or have left receive no further replicas. */
export function draftOf(
  layout: Layout,
  emptied: ReadonlySet<number> = new Set(),
  isConsidered: (partition: PlacedPartition) => boolean = () => true,
): LayoutDraft {
  const agents = new Map(layout.brokers.map(({ id, agent }) => [id, agent]));
  const open = new Set(layout.brokers.flatMap(({ id, isLeaving }) => (isLeaving || emptied.has(id) ? [] : [id])));
  const ids = new Set(agents.keys());
  for (const { replicas } of layout.partitions) for (const id of replicas) ids.add(id);
  const brokers = [...ids]
    .sort((a, b) => a - b)
    .map((id, at): DraftBroker => {
      const agent = agents.get(id) ?? `of broker ${id}`;
      return { at, id, agent, isOpen: open.has(id), replicas: 0, bytes: 0 };
    });
  const brokerById = new Map(brokers.map((broker) => [broker.id, broker]));
  const partitions = layout.partitions.filter(isConsidered).map((original): DraftPartition => {
    const replicas = original.replicas.flatMap((id) => brokerById.get(id) ?? []);
    return { original, bytes: original.bytes, rank: 0, replicas };
  });
  for (const partition of partitions) for (const broker of partition.replicas) enter(partition, broker);
  return { brokers, partitions, bySize: ranked(partitions) };
}

/** Moves a replica from one broker to another, and keeps its position in the replica list. */
export function moveReplica(partition: DraftPartition, from: DraftBroker, to: DraftBroker): void {
  partition.replicas[partition.replicas.indexOf(from)] = to;
  leave(partition, from);
  enter(partition, to);
}

/** Adds a replica at the end of the replica list. */
export function addReplica(partition: DraftPartition, to: DraftBroker): void {
  partition.replicas.push(to);
  enter(partition, to);
}

/** Drops a replica. */
export function dropReplica(partition: DraftPartition, from: DraftBroker): void {
  partition.replicas.splice(partition.replicas.indexOf(from), 1);
  leave(partition, from);
}

function enter(partition: DraftPartition, broker: DraftBroker): void {
  broker.replicas++;
  broker.bytes += partition.bytes;
}

function leave(partition: DraftPartition, broker: DraftBroker): void {
  broker.replicas--;
  broker.bytes -= partition.bytes;
}

/** Whether a replica may move between two brokers, without two copies on a broker or more copies that share an agent. */
export function canMove({ replicas }: DraftPartition, from: DraftBroker, to: DraftBroker): boolean {
  if (replicas.includes(to)) return false;
  if (from.agent === to.agent) return true;
  let sharesFrom = false;
  let sharesTo = false;
  for (const broker of replicas) {
    if (broker === from) continue;
    if (broker.agent === from.agent) sharesFrom = true;
    if (broker.agent === to.agent) sharesTo = true;
  }
  return !sharesTo || sharesFrom;
}

/** Returns the partitions whose replicas now differ from the original layout, ordered by topic and number. */
export function movesOn({ partitions }: Pick<LayoutDraft, "partitions">): readonly Move[] {
  return partitions.flatMap(({ original, replicas }) => {
    const isSame = replicas.length === original.replicas.length && replicas.every(({ id }, at) => id === original.replicas[at]);
    if (isSame) return [];
    const { topic, number, bytes, replicas: from } = original;
    return [{ topic, number, from, to: replicas.map(({ id }) => id), bytes }];
  });
}

/** Orders partitions, the largest first, then by topic and number. Typed arrays are sorted twice as fast as objects. */
function ranked(partitions: readonly DraftPartition[]): readonly DraftPartition[] {
  const bytes = new Float64Array(partitions.length).map((_, at) => partitions[at]?.bytes ?? 0);
  const places = new Uint32Array(partitions.length).map((_, at) => at);
  places.sort((a, b) => (bytes[b] ?? 0) - (bytes[a] ?? 0) || a - b);
  const sorted: DraftPartition[] = [];
  for (const at of places) {
    const partition = partitions[at];
    if (partition) partition.rank = sorted.push(partition);
  }
  return sorted;
}

/** A change of a partition's replica list: other brokers, or another order. */
export interface Move {
  readonly topic: string;
  readonly number: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: number;
}

/** The ids of the brokers to which a move copies data. */
export function copiesOf({ from, to }: Pick<Move, "from" | "to">): readonly number[] {
  return to.filter((id) => !from.includes(id));
}
