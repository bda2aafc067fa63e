import type { Layout, Move, PlacedPartition } from "./layout.ts";

/** A working copy of the layout of replicas, which a proposal changes step by step. The brokers (`seats`) are ordered by id. */
export interface Board {
  readonly seats: readonly Seat[];
  /** Ordered by topic, then by partition number. */
  readonly pieces: readonly Piece[];
  /** The same partitions, the largest first. */
  readonly bySize: readonly Piece[];
}

/** A broker. `replicas` and `bytes` count only replicas of partitions that the proposal may change. */
export interface Seat {
  readonly at: number;
  readonly id: number;
  readonly agent: string;
  /** Whether the broker may receive replicas. */
  readonly isOpen: boolean;
  replicas: number;
  bytes: number;
}

/** A partition that the proposal may change. */
export interface Piece {
  readonly partition: PlacedPartition;
  readonly bytes: number;
  /** The partition's position in the list `bySize`. */
  rank: number;
  readonly replicas: Seat[];
}

/**
 * Builds the working copy, with the partitions that the proposal may change. A broker that has left the cluster but still has replicas
 * cannot receive further ones.
 */
export function boardOf(
  { brokers, partitions }: Layout,
  isConsidered: (partition: PlacedPartition) => boolean,
  isOpen: (broker: number) => boolean,
): Board {
  const ids = new Set(brokers.map(({ id }) => id));
  for (const { replicas } of partitions) for (const id of replicas) ids.add(id);
  const agents = new Map(brokers.map(({ id, agent }) => [id, agent]));
  const seats = [...ids]
    .sort((a, b) => a - b)
    .map((id, at): Seat => {
      const known = agents.has(id);
      return {
        at,
        id,
        agent: agents.get(id) ?? `of broker ${id}`,
        isOpen: known && isOpen(id),
        replicas: 0,
        bytes: 0,
      };
    });
  const seatById = new Map(seats.map((seat) => [seat.id, seat]));
  const seatOf = (id: number): Seat => {
    const seat = seatById.get(id);
    if (!seat) throw new Error(`broker ${id} is not in the layout`);
    return seat;
  };
  const pieces = partitions.filter(isConsidered).map((partition): Piece => {
    return { partition, bytes: partition.bytes, rank: 0, replicas: partition.replicas.map(seatOf) };
  });
  for (const piece of pieces) for (const seat of piece.replicas) enter(piece, seat);
  return { seats, pieces, bySize: ranked(pieces) };
}

/** Moves a replica from one broker to another, and keeps its position in the replica list. */
export function move(piece: Piece, from: Seat, to: Seat): void {
  piece.replicas[piece.replicas.indexOf(from)] = to;
  leave(piece, from);
  enter(piece, to);
}

/** Adds a replica at the end of the replica list. */
export function add(piece: Piece, to: Seat): void {
  piece.replicas.push(to);
  enter(piece, to);
}

/** Drops a replica. */
export function drop(piece: Piece, from: Seat): void {
  piece.replicas.splice(piece.replicas.indexOf(from), 1);
  leave(piece, from);
}

function enter(piece: Piece, seat: Seat): void {
  seat.replicas++;
  seat.bytes += piece.bytes;
}

function leave(piece: Piece, seat: Seat): void {
  seat.replicas--;
  seat.bytes -= piece.bytes;
}

/**
 * Whether a replica may move between two brokers. A broker never gets two copies of a partition, and a move never increases the number of
 * copies that share an agent.
 */
export function fits({ replicas }: Piece, from: Seat, to: Seat): boolean {
  if (replicas.includes(to)) return false;
  if (from.agent === to.agent) return true;
  let sharesFrom = false;
  let sharesTo = false;
  for (const seat of replicas) {
    if (seat === from) continue;
    if (seat.agent === from.agent) sharesFrom = true;
    if (seat.agent === to.agent) sharesTo = true;
  }
  return !sharesTo || sharesFrom;
}

/** Returns the partitions whose replicas now differ from the original layout, ordered by topic and number. */
export function movesOn({ pieces }: Pick<Board, "pieces">): readonly Move[] {
  return pieces.flatMap(({ partition, replicas }) => {
    const isSame =
      replicas.length === partition.replicas.length && replicas.every(({ id }, at) => id === partition.replicas[at]);
    if (isSame) return [];
    const { topic, number, bytes, replicas: from } = partition;
    return [{ topic, number, from, to: replicas.map(({ id }) => id), bytes }];
  });
}

/**
 * Orders partitions by size, the largest first, then by topic and number. Sorting numbers in typed arrays takes half as long as sorting
 * objects.
 */
function ranked(pieces: readonly Piece[]): readonly Piece[] {
  const bytes = new Float64Array(pieces.length).map((_, at) => pieces[at]?.bytes ?? 0);
  const places = new Uint32Array(pieces.length).map((_, at) => at);
  places.sort((a, b) => (bytes[b] ?? 0) - (bytes[a] ?? 0) || a - b);
  const sorted: Piece[] = [];
  for (const at of places) {
    const piece = pieces[at];
    if (piece) piece.rank = sorted.push(piece);
  }
  return sorted;
}
