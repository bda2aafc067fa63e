import { type Board, fits, move, type Piece, type Seat } from "./board.ts";

/** The number of replicas that each broker should have. */
export type Shares = ReadonlyMap<Seat, number>;

/**
 * Gives all brokers an equal share. If the replicas cannot be divided evenly, the brokers with the most replicas keep one more than the
 * others, so that as few replicas as possible move.
 */
export function evenShares({ seats, pieces }: Board): Shares {
  const open = seats.filter(({ isOpen }) => isOpen);
  const all = pieces.reduce((sum, { replicas }) => sum + replicas.length, 0);
  const least = Math.floor(all / Math.max(1, open.length));
  const more = all - least * open.length;
  const fullest = open.toSorted((a, b) => b.replicas - a.replicas || a.at - b.at);
  return new Map(fullest.map((seat, at) => [seat, at < more ? least + 1 : least]));
}

/** Moves all replicas away from the brokers that may not receive replicas. */
export function emptyClosed({ seats, bySize }: Board, shares: Shares): void {
  const receivers = seats.filter(({ isOpen }) => isOpen);
  const closed = new Set(seats.filter(({ isOpen, replicas }) => !isOpen && replicas > 0));
  if (closed.size === 0) return;
  for (const piece of bySize) {
    for (const from of piece.replicas.filter((seat) => closed.has(seat))) {
      const to =
        lightest(receivers, piece, from, (seat) => above(shares, seat) < 0) ??
        lightest(receivers, piece, from, () => true);
      if (to) move(piece, from, to);
    }
  }
}

/** Moves replicas from brokers with more than their share to brokers with less than their share. Returns true if any replica was moved. */
export function evenCounts(
  { seats, bySize }: Board,
  shares: Shares,
  mayGet: (seat: Seat) => boolean = () => true,
): boolean {
  const givers = seats.filter((seat) => seat.isOpen && above(shares, seat) > 0);
  const receivers = seats.filter((seat) => seat.isOpen && mayGet(seat));
  const surplus = givers.reduce((sum, seat) => sum + above(shares, seat), 0);
  const missing = receivers.reduce((sum, seat) => sum - Math.min(0, above(shares, seat)), 0);
  if (surplus === 0 || missing === 0) return false;
  const part = Math.min(1, missing / surplus);
  let wanting = receivers.filter((seat) => above(shares, seat) < 0);
  for (const [piece, from] of sample(bySize, givers, (seat) => Math.ceil(part * above(shares, seat)))) {
    const to = lightest(wanting, piece, from, () => true);
    if (!to) continue;
    move(piece, from, to);
    if (above(shares, to) >= 0) wanting = wanting.filter((seat) => seat !== to);
  }
  evenRest(bySize, givers, receivers, shares);
  return givers.reduce((sum, seat) => sum + Math.max(0, above(shares, seat)), 0) < surplus;
}

function above(shares: Shares, seat: Seat): number {
  return seat.replicas - (shares.get(seat) ?? 0);
}

/** Considers all replicas of the brokers, because possibly none of the sampled replicas could be moved. */
function evenRest(pieces: readonly Piece[], givers: readonly Seat[], receivers: readonly Seat[], shares: Shares): void {
  for (const from of givers) {
    for (const to of receivers) {
      if (above(shares, from) <= 0) break;
      if (above(shares, to) >= 0) continue;
      for (const piece of pieces) {
        if (!piece.replicas.includes(from) || !fits(piece, from, to)) continue;
        move(piece, from, to);
        if (above(shares, to) >= 0 || above(shares, from) <= 0) break;
      }
    }
  }
}

/**
 * Picks some replicas of each broker, evenly over all sizes, so that their moves keep the load in bytes as even as it is. The largest
 * replicas come first.
 */
function sample(
  pieces: readonly Piece[],
  seats: readonly Seat[],
  countOf: (seat: Seat) => number,
): readonly (readonly [Piece, Seat])[] {
  const samples = new Map(seats.map((seat) => [seat, { seen: 0, taken: 0, count: countOf(seat), of: seat.replicas }]));
  const found: (readonly [Piece, Seat])[] = [];
  for (const piece of pieces) {
    for (const seat of piece.replicas) {
      const each = samples.get(seat);
      if (each && each.seen++ === Math.floor(((each.taken + 0.5) * each.of) / each.count)) {
        each.taken++;
        found.push([piece, seat]);
      }
    }
  }
  return found;
}

/** Of the brokers to which a replica may move, returns the one with the fewest bytes. */
function lightest(seats: readonly Seat[], piece: Piece, from: Seat, has: (seat: Seat) => boolean): Seat | undefined {
  let found: Seat | undefined;
  for (const seat of seats) {
    if (!has(seat) || (found && !isLighter(seat, found)) || !fits(piece, from, seat)) continue;
    found = seat;
  }
  return found;
}

function isLighter(seat: Seat, than: Seat): boolean {
  return seat.bytes < than.bytes || (seat.bytes === than.bytes && seat.replicas < than.replicas);
}
