import type { Board, Piece, Seat } from "./board.ts";

/**
 * Evens the number of partitions that each broker leads, which moves no data: another replica becomes the first. Where a broker cannot give
 * to one that leads less, it gives to one that can, and so on: the shortest such way is taken.
 */
export function evenLeaders({ seats, pieces }: Board): void {
  const open = seats.filter(({ isOpen }) => isOpen);
  const leads = new Map<Seat, Set<Piece>>(seats.map((seat) => [seat, new Set()]));
  for (const piece of pieces) if (piece.replicas[0]) leads.get(piece.replicas[0])?.add(piece);
  const count = (seat: Seat) => leads.get(seat)?.size ?? 0;
  const least = Math.floor(pieces.length / Math.max(1, open.length));
  const most = Math.ceil(pieces.length / Math.max(1, open.length));

  function give(piece: Piece, to: Seat): void {
    const [from] = piece.replicas;
    if (!from) return;
    const place = piece.replicas.indexOf(to);
    piece.replicas[0] = to;
    piece.replicas[place] = from;
    leads.get(from)?.delete(piece);
    leads.get(to)?.add(piece);
  }

  for (const from of seats) {
    for (const piece of leads.get(from) ?? []) {
      if (count(from) <= most) break;
      const to = leastLeading(piece.replicas, count);
      if (to && count(to) < least) give(piece, to);
    }
  }
  for (const from of seats) {
    while (count(from) > most && pass(from, (seat) => count(seat) < most));
  }
  for (const to of open) {
    while (count(to) < least) {
      const giver = open.find((from) => count(from) > least && pass(from, (seat) => seat === to));
      if (!giver) break;
    }
  }

  /** Passes one leadership along the shortest way to a broker that may have it; whether there is a way. */
  function pass(from: Seat, isEnd: (seat: Seat) => boolean): boolean {
    const cameBy = new Map<Seat, readonly [Seat, Piece] | undefined>([[from, undefined]]);
    for (const seat of cameBy.keys()) {
      if (cameBy.size === seats.length) break;
      for (const piece of leads.get(seat) ?? []) {
        for (const next of piece.replicas) {
          if (cameBy.has(next)) continue;
          cameBy.set(next, [seat, piece]);
          if (!isEnd(next)) continue;
          for (let at = next, step = cameBy.get(at); step; step = cameBy.get(at)) {
            give(step[1], at);
            at = step[0];
          }
          return true;
        }
      }
    }
    return false;
  }
}

/** The replica whose broker leads least. */
function leastLeading(replicas: readonly Seat[], count: (seat: Seat) => number): Seat | undefined {
  let found: Seat | undefined;
  for (const seat of replicas) {
    if (seat.isOpen && (!found || count(seat) < count(found) || (count(seat) === count(found) && seat.at < found.at)))
      found = seat;
  }
  return found;
}
