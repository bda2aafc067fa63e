import type { Board, Piece, Seat } from "./board.ts";

/**
 * Makes the brokers lead equally many partitions. This moves no data, because only the order of replicas changes. Leadership can only pass
 * between brokers with a common partition. If two brokers have none, it passes along the shortest chain of brokers between them.
 */
export function evenLeaders({ seats, pieces }: Board): void {
  const open = seats.filter(({ isOpen }) => isOpen);
  const least = Math.floor(pieces.length / Math.max(1, open.length));
  const most = Math.ceil(pieces.length / Math.max(1, open.length));
  const counts = seats.map(() => 0);
  const count = ({ at }: Seat) => counts[at] ?? 0;
  for (const { replicas } of pieces) if (replicas[0]) counts[replicas[0].at] = count(replicas[0]) + 1;

  for (const piece of pieces) {
    const [from] = piece.replicas;
    if (!from || count(from) <= most) continue;
    const to = leastLeading(piece.replicas, count);
    if (to && count(to) < least) give(piece, to);
  }
  if (open.every((seat) => count(seat) >= least && count(seat) <= most)) return;

  /**
   * The partitions that each broker leads. Entries are only added, so a list may also contain partitions that the broker no longer leads.
   */
  const leads = seats.map((): Piece[] => []);
  for (const piece of pieces) if (piece.replicas[0]) leads[piece.replicas[0].at]?.push(piece);
  for (const from of seats) {
    while (count(from) > most && pass(from, (seat) => seat.isOpen && count(seat) < most));
  }
  for (const to of open) {
    while (count(to) < least) {
      const giver = open.find((from) => count(from) > least && pass(from, (seat) => seat === to));
      if (!giver) break;
    }
  }

  function give(piece: Piece, to: Seat): void {
    const [from] = piece.replicas;
    if (!from) return;
    piece.replicas[piece.replicas.indexOf(to)] = from;
    piece.replicas[0] = to;
    counts[from.at] = count(from) - 1;
    counts[to.at] = count(to) + 1;
  }

  /**
   * Passes one leadership on, along the shortest path to a broker for which `isEnd` returns true. Returns false if there is no such path.
   */
  function pass(from: Seat, isEnd: (seat: Seat) => boolean): boolean {
    const cameBy = new Map<Seat, readonly [Seat, Piece] | undefined>([[from, undefined]]);
    for (const seat of cameBy.keys()) {
      if (cameBy.size === seats.length) break;
      for (const piece of leads[seat.at] ?? []) {
        if (piece.replicas[0] !== seat) continue;
        for (const next of piece.replicas) {
          if (cameBy.has(next)) continue;
          cameBy.set(next, [seat, piece]);
          if (!isEnd(next)) continue;
          for (let at = next, step = cameBy.get(at); step; step = cameBy.get(at)) {
            const [giver, given] = step;
            give(given, at);
            leads[at.at]?.push(given);
            at = giver;
          }
          return true;
        }
      }
    }
    return false;
  }
}

/** The replica on the broker that leads the fewest partitions. */
function leastLeading(replicas: readonly Seat[], count: (seat: Seat) => number): Seat | undefined {
  let found: Seat | undefined;
  for (const seat of replicas) {
    if (seat.isOpen && (!found || count(seat) < count(found) || (count(seat) === count(found) && seat.at < found.at)))
      found = seat;
  }
  return found;
}
