import type { Layout, Move, PlacedPartition } from "./layout.ts";

/** A layout while replicas are moved in it. Brokers have positions, in the order of their ids. */
export interface Board {
  readonly seats: readonly Seat[];
  readonly pieces: readonly Piece[];
}

/** A broker, and what it has of the partitions that are considered. */
export interface Seat {
  readonly at: number;
  readonly id: number;
  readonly agent: string;
  /** Whether it may get replicas. */
  readonly isOpen: boolean;
  readonly pieces: Set<Piece>;
  bytes: number;
}

/** A partition that is considered. */
export interface Piece {
  readonly partition: PlacedPartition;
  /** Its position among those that are considered: by topic, then by number. */
  readonly order: number;
  readonly bytes: number;
  readonly replicas: Seat[];
}

/** Sets up the partitions that are considered. Replicas on brokers that the cluster no longer has count as on closed ones. */
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
        pieces: new Set(),
        bytes: 0,
      };
    });
  const seatOf = new Map(seats.map((seat) => [seat.id, seat]));
  const pieces = partitions.filter(isConsidered).map((partition, order): Piece => {
    const replicas = partition.replicas.flatMap((id) => seatOf.get(id) ?? []);
    return { partition, order, bytes: partition.bytes, replicas };
  });
  for (const piece of pieces) for (const seat of piece.replicas) enter(piece, seat);
  return { seats, pieces };
}

/** Puts the replica that one broker has on another one, in the same place of the list. */
export function move(piece: Piece, from: Seat, to: Seat): void {
  piece.replicas[piece.replicas.indexOf(from)] = to;
  leave(piece, from);
  enter(piece, to);
}

/** Adds a replica at the end of the list. */
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
  seat.pieces.add(piece);
  seat.bytes += piece.bytes;
}

function leave(piece: Piece, seat: Seat): void {
  seat.pieces.delete(piece);
  seat.bytes -= piece.bytes;
}

/** Whether a replica may move: never two copies on one broker, and on no fewer agents than before. */
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

/** What differs from the layout, by topic, then by number. */
export function movesOn({ pieces }: Board): readonly Move[] {
  return pieces.flatMap(({ partition, replicas }) => {
    const isSame =
      replicas.length === partition.replicas.length && replicas.every(({ id }, at) => id === partition.replicas[at]);
    if (isSame) return [];
    const { topic, number, bytes, replicas: from } = partition;
    return [{ topic, number, from, to: replicas.map(({ id }) => id), bytes }];
  });
}

/** Larger first; among equals by topic and number. */
export function bySize(a: Piece, b: Piece): number {
  return b.bytes - a.bytes || a.order - b.order;
}
