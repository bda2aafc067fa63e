import { type Board, bySize, fits, move, type Piece, type Seat } from "./board.ts";

/** How many replicas each broker is to have. */
export type Shares = ReadonlyMap<Seat, number>;

/** The same for all, and one more for those that have most already, so that least moves. */
export function evenShares({ seats, pieces }: Board): Shares {
  const open = seats.filter(({ isOpen }) => isOpen);
  const all = pieces.reduce((sum, { replicas }) => sum + replicas.length, 0);
  const least = Math.floor(all / Math.max(1, open.length));
  const more = all - least * open.length;
  const fullest = open.toSorted((a, b) => b.pieces.size - a.pieces.size || a.at - b.at);
  return new Map(fullest.map((seat, at) => [seat, at < more ? least + 1 : least]));
}

/** Empties the brokers that may have nothing. */
export function emptyClosed({ seats }: Board, shares: Shares): void {
  const receivers = seats.filter(({ isOpen }) => isOpen);
  const leaving = seats
    .filter(({ isOpen }) => !isOpen)
    .flatMap((seat) => [...seat.pieces].map((piece) => [piece, seat] as const));
  for (const [piece, from] of leaving.sort(([a], [b]) => bySize(a, b))) {
    const to =
      lightest(receivers, piece, from, (seat) => seat.pieces.size < shareOf(shares, seat)) ??
      lightest(receivers, piece, from, () => true);
    if (to) move(piece, from, to);
  }
}

/** Moves what brokers have above their share to those that have less and may get some; whether anything moved. */
export function evenCounts({ seats }: Board, shares: Shares, mayGet: (seat: Seat) => boolean = () => true): boolean {
  const givers = seats.filter((seat) => seat.isOpen && above(shares, seat) > 0);
  const receivers = seats.filter((seat) => seat.isOpen && mayGet(seat));
  const surplus = givers.reduce((sum, seat) => sum + above(shares, seat), 0);
  const missing = receivers.reduce((sum, seat) => sum - Math.min(0, above(shares, seat)), 0);
  const part = Math.min(1, missing / Math.max(1, surplus));
  const given = givers
    .flatMap((seat) => sample(seat, Math.ceil(part * above(shares, seat))).map((piece) => [piece, seat] as const))
    .sort(([a], [b]) => bySize(a, b));
  let wanting = receivers.filter((seat) => above(shares, seat) < 0);
  for (const [piece, from] of given) {
    const to = lightest(wanting, piece, from, () => true);
    if (!to) continue;
    move(piece, from, to);
    if (above(shares, to) >= 0) wanting = wanting.filter((seat) => seat !== to);
  }
  evenRest(givers, receivers, shares);
  return givers.reduce((sum, seat) => sum + Math.max(0, above(shares, seat)), 0) < surplus;
}

function shareOf(shares: Shares, seat: Seat): number {
  return shares.get(seat) ?? 0;
}

function above(shares: Shares, seat: Seat): number {
  return seat.pieces.size - shareOf(shares, seat);
}

/** What was sampled may fit nowhere: any other replica does. */
function evenRest(givers: readonly Seat[], receivers: readonly Seat[], shares: Shares): void {
  for (const from of givers) {
    for (const to of receivers) {
      if (above(shares, from) <= 0) break;
      for (const piece of from.pieces) {
        if (above(shares, to) >= 0 || above(shares, from) <= 0) break;
        if (fits(piece, from, to)) move(piece, from, to);
      }
    }
  }
}

/** Some of a broker's partitions, of all sizes alike, so that sizes stay as even as they are. */
function sample({ pieces }: Seat, count: number): readonly Piece[] {
  if (count <= 0) return [];
  const sorted = [...pieces].sort(bySize);
  return Array.from({ length: count }, (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / count)]).flatMap(
    (piece) => piece ?? [],
  );
}

/** The broker with the least bytes that a replica may move to. */
function lightest(seats: readonly Seat[], piece: Piece, from: Seat, has: (seat: Seat) => boolean): Seat | undefined {
  let found: Seat | undefined;
  for (const seat of seats) {
    if (!has(seat) || (found && !isLighter(seat, found)) || !fits(piece, from, seat)) continue;
    found = seat;
  }
  return found;
}

function isLighter(seat: Seat, than: Seat): boolean {
  return seat.bytes < than.bytes || (seat.bytes === than.bytes && seat.pieces.size < than.pieces.size);
}
