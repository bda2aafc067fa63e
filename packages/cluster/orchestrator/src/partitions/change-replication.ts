import { add, type Board, drop, type Piece, type Seat } from "./board.ts";

/** Gives each partition of a topic the wanted number of copies. The first replica and the in-sync replicas are kept if possible. */
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

/**
 * Returns the broker for one more copy: if possible, a broker on an agent that has no copy; among such brokers, the one with the fewest
 * replicas.
 */
function next(open: readonly Seat[], piece: Piece): Seat | undefined {
  const agents = new Set(piece.replicas.map(({ agent }) => agent));
  const rank = (seat: Seat) => [Number(agents.has(seat.agent)), seat.replicas, seat.bytes, seat.at];
  return least(
    open.filter((seat) => !piece.replicas.includes(seat)),
    rank,
  );
}

/**
 * Returns the broker whose copy is dropped. Copies that are not in sync are dropped first, then copies that share an agent with another
 * copy, then copies on the brokers with the most replicas. The first replica is dropped last.
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
