import { add, type Board, drop, type Piece, type Seat } from "./board.ts";

/** Gives each partition of a topic the wanted number of copies. The first replica and those in sync are kept if possible. */
export function changeReplication({ seats, pieces }: Board, topic: string, copies: number): void {
  const open = seats.filter(({ isOpen }) => isOpen);
  for (const piece of pieces) {
    if (piece.partition.topic !== topic) continue;
    while (piece.replicas.length < copies) {
      const to = next(open, piece);
      if (!to) break;
      add(piece, to);
    }
    while (piece.replicas.length > copies) drop(piece, dispensable(piece));
  }
}

/** Returns the broker that gets one more copy: preferably on an agent without a copy, then with as few replicas as possible. */
function next(open: readonly Seat[], piece: Piece): Seat | undefined {
  const agents = new Set(piece.replicas.map(({ agent }) => agent));
  const rank = (seat: Seat) => [Number(agents.has(seat.agent)), seat.replicas, seat.bytes, seat.at];
  return least(
    open.filter((seat) => !piece.replicas.includes(seat)),
    rank,
  );
}

/**
 * Returns the copy to drop: preferably one that is not in sync, then one that shares an agent with another copy, then one on the broker
 * with the most replicas. The first replica is dropped last.
 */
function dispensable({ replicas, partition }: Piece): Seat {
  const shares = (seat: Seat) => replicas.some((other) => other !== seat && other.agent === seat.agent);
  const found = least(replicas, (seat) => [
    Number(partition.isr.includes(seat.id)),
    Number(seat === replicas[0]),
    Number(!shares(seat)),
    -seat.replicas,
    -seat.bytes,
    -seat.at,
  ]);
  if (!found) throw new Error(`${partition.topic}-${partition.number} has no replica`);
  return found;
}

/** Returns the broker that comes first when brokers are compared by several criteria in turn. */
function least(seats: readonly Seat[], rank: (seat: Seat) => readonly number[]): Seat | undefined {
  const ranked = seats.map((seat) => ({ seat, ranks: rank(seat) }));
  ranked.sort((a, b) => {
    const at = a.ranks.findIndex((each, index) => each !== b.ranks[index]);
    return (a.ranks[at] ?? 0) - (b.ranks[at] ?? 0);
  });
  return ranked[0]?.seat;
}
