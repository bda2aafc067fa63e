/** A change of a partition's replica list: other brokers, or another order. */
export interface Move {
  readonly topic: string;
  readonly number: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bytes: number;
}

/** The ids of the brokers to which a move copies data. */
export function copiesOf({ from, to }: Pick<Move, "from" | "to">): readonly number[] {
  return to.filter((id) => !from.includes(id));
}
