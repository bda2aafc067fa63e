import { boardOf, movesOn } from "./board.ts";
import { changeReplication } from "./change-replication.ts";
import { emptyClosed, evenCounts, evenShares } from "./even-counts.ts";
import { evenLeaders } from "./even-leaders.ts";
import { evenSizes } from "./even-sizes.ts";
import type { Layout, Move, PlacedPartition } from "./layout.ts";
import { spreadAgents } from "./spread-agents.ts";

/** The options of a balance, which evens out the load of the brokers. */
export interface BalanceWishes {
  /** Limits the balance to these topics; default: all. */
  readonly topics?: ReadonlySet<string>;
  /** Brokers that lose all of their replicas. */
  readonly awayFrom?: ReadonlySet<number>;
  /** Whether replicas may move only to brokers that have no replicas yet. */
  readonly toNew?: boolean;
}

/**
 * Proposes moves after which each broker has equally many replicas, bytes and leaders. The numbers of replicas are made equal first, with
 * as few moves as possible. Then the bytes are made equal if they differ too much. The same layout always gives the same moves, and after
 * these moves, no further moves are proposed.
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
    // A move can make room for a further move between agents that was not possible before.
    while (evenCounts(board, evenShares(board), ({ id }) => !used.has(id)));
    // If no replica has moved (for instance because there is no new broker), the leaders do not change either.
    if (movesOn(board).length > 0) evenLeaders(board);
    return movesOn(board);
  }
  emptyClosed(board, evenShares(board));
  spreadAgents(board);
  // An exchange that evens out sizes can make room for a move between agents that was not possible before.
  evenCounts(board, evenShares(board));
  do evenSizes(board);
  while (evenCounts(board, evenShares(board)));
  evenLeaders(board);
  return movesOn(board);
}

/** Proposes only those moves that take all replicas away from the given brokers. */
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
  // Other brokers may be leaving as well. Their replicas are moved away later.
  emptyClosed({ ...board, seats: board.seats.filter((seat) => seat.isOpen || brokers.has(seat.id)) }, shares);
  return movesOn({ pieces: board.pieces.filter((piece) => concerned.has(piece)) });
}

/** Proposes the moves that add or drop copies, so that each partition of a topic has the wanted number of copies. */
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
