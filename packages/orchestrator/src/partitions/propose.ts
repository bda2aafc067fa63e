import { boardOf, movesOn } from "./board.ts";
import { changeReplication } from "./change-replication.ts";
import { emptyClosed, evenCounts, evenShares } from "./even-counts.ts";
import { evenLeaders } from "./even-leaders.ts";
import { evenSizes } from "./even-sizes.ts";
import type { Layout, Move, PlacedPartition } from "./layout.ts";
import { spreadAgents } from "./spread-agents.ts";

/** What is wanted of a balance. */
export interface BalanceWishes {
  /** Only these topics; all where it is absent. */
  readonly topics?: ReadonlySet<string>;
  /** Brokers that are to have nothing. */
  readonly awayFrom?: ReadonlySet<number>;
  /** Whether only brokers without replicas get some. */
  readonly toNew?: boolean;
}

/**
 * Which partitions move, so that brokers have as many replicas, bytes and leaders as each other: by number first, with as few moves as that
 * takes, then by size where that differs too much. The same layout gives the same moves, and the layout after them gives none.
 */
export function proposeBalance(
  layout: Layout,
  { topics, awayFrom = new Set(), toNew = false }: BalanceWishes,
): readonly Move[] {
  const leaving = leavingOf(layout);
  const isConsidered = ({ topic }: PlacedPartition) => topics?.has(topic) ?? true;
  const board = boardOf(layout, isConsidered, (id) => !awayFrom.has(id) && !leaving.has(id));
  if (toNew) {
    const used = new Set(layout.partitions.flatMap(({ replicas }) => replicas));
    evenCounts(board, evenShares(board), ({ id }) => !used.has(id));
    // Without a new broker nothing changes, not even leaders.
    if (movesOn(board).length > 0) evenLeaders(board);
    return movesOn(board);
  }
  emptyClosed(board, evenShares(board));
  spreadAgents(board);
  // An exchange for sizes may make room for a move between agents that was not possible before.
  evenCounts(board, evenShares(board));
  do evenSizes(board);
  while (evenCounts(board, evenShares(board)));
  evenLeaders(board);
  return movesOn(board);
}

/** Which partitions move so that some brokers have nothing, and nothing else. */
export function proposeEmptying(layout: Layout, brokers: ReadonlySet<number>): readonly Move[] {
  const leaving = leavingOf(layout);
  const board = boardOf(
    layout,
    () => true,
    (id) => !brokers.has(id) && !leaving.has(id),
  );
  const shares = evenShares(board);
  const isConcerned = ({ replicas }: { readonly replicas: readonly { readonly id: number }[] }) =>
    replicas.some(({ id }) => brokers.has(id));
  const concerned = new Set(board.pieces.filter(isConcerned));
  // Brokers that leave later are not emptied with these.
  emptyClosed({ ...board, seats: board.seats.filter((seat) => seat.isOpen || brokers.has(seat.id)) }, shares);
  return movesOn({ pieces: board.pieces.filter((piece) => concerned.has(piece)) });
}

/** Which copies are added or dropped, so that each partition of a topic has as many as wanted. */
export function proposeReplication(layout: Layout, topic: string, copies: number): readonly Move[] {
  const leaving = leavingOf(layout);
  const board = boardOf(
    layout,
    () => true,
    (id) => !leaving.has(id),
  );
  changeReplication(board, topic, copies);
  return movesOn(board);
}

function leavingOf({ brokers }: Layout): ReadonlySet<number> {
  return new Set(brokers.filter(({ isLeaving }) => isLeaving).map(({ id }) => id));
}
