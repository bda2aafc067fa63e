import { type Board, fits, move, type Piece, type Seat } from "./board.ts";

/**
 * If an agent has several copies of a partition while another agent has none, moves copies to agents without one. Moves as few copies as
 * possible.
 */
export function spreadAgents({ seats, pieces }: Board): void {
  const agents = new Set(seats.filter(({ isOpen }) => isOpen).map(({ agent }) => agent));
  if (agents.size < 2) return;
  for (const piece of pieces) {
    const most = Math.min(piece.replicas.length, agents.size);
    while (new Set(piece.replicas.map(({ agent }) => agent)).size < most) {
      const from = crowded(piece);
      const to = from && emptiest(seats, piece, from);
      if (!from || !to) break;
      move(piece, from, to);
    }
  }
}

/** Of the replicas that share an agent, returns the one on the fullest broker. */
function crowded({ replicas }: Piece): Seat | undefined {
  const sharing = replicas.filter((seat) => replicas.some((other) => other !== seat && other.agent === seat.agent));
  return sharing.sort((a, b) => b.replicas - a.replicas || b.bytes - a.bytes || b.at - a.at)[0];
}

function emptiest(seats: readonly Seat[], piece: Piece, from: Seat): Seat | undefined {
  const used = new Set(piece.replicas.map(({ agent }) => agent));
  let found: Seat | undefined;
  for (const seat of seats) {
    if (!seat.isOpen || used.has(seat.agent) || !fits(piece, from, seat)) continue;
    if (!found || seat.replicas < found.replicas || (seat.replicas === found.replicas && seat.bytes < found.bytes))
      found = seat;
  }
  return found;
}
