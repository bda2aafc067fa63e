/** A step or a phase: something with a name and a status. */
interface Foldable {
  readonly name: string;
  readonly status: string;
}

/** The rules that decide how much is shown. */
export interface FoldRules<Item> {
  /** Whether the item needs no attention. */
  isQuiet(item: Item): boolean;
  /** Why the item has its status. */
  reason(item: Item): string;
}

/** One item, a run of similar items, or the rest that is not shown. */
export type Folded<Item extends Foldable> =
  | { readonly kind: "one"; readonly item: Item }
  | { readonly kind: "run"; readonly count: number; readonly first: Item; readonly last: Item }
  | { readonly kind: "rest"; readonly counts: ReadonlyMap<string, number>; readonly shown: number };

/** A run of at most this many items is not folded: each item is shown. */
const SHORT_RUN = 3;

/**
 * Fits thousands of steps on a screen. Runs of steps that are done or not yet due are folded. Steps that need attention are shown; if many
 * of them wait for the same reason, they are folded into one line. If the result still exceeds the limit, only the most urgent steps are
 * shown (failed steps before steps in progress, and these before waiting steps), and the others are counted.
 */
export function fold<Item extends Foldable>(items: readonly Item[], limit: number, attention: FoldRules<Item>): readonly Folded<Item>[] {
  if (items.length <= Math.min(limit, SHORT_RUN) || limit === Number.POSITIVE_INFINITY) return items.map(one);
  const folded = runsOf(items, attention).flatMap((run) => foldRun(run, attention));
  if (folded.length <= limit) return folded;
  const urgent = new Set(mostUrgent(items, limit - 1, attention));
  const rest = items.filter((item) => !urgent.has(item));
  return [...items.filter((item) => urgent.has(item)).map(one), { kind: "rest", counts: countsOf(rest), shown: urgent.size }];
}

function one<Item extends Foldable>(item: Item): Folded<Item> {
  return { kind: "one", item };
}

function foldRun<Item extends Foldable>(run: readonly Item[], { isQuiet, reason }: FoldRules<Item>): readonly Folded<Item>[] {
  const [first] = run;
  const last = run.at(-1);
  const waitsForOne = first?.status === "PENDING" && reason(first) !== "";
  if (!first || !last || run.length <= SHORT_RUN || !(isQuiet(first) || waitsForOne)) return run.map(one);
  return [{ kind: "run", count: run.length, first, last }];
}

function runsOf<Item extends Foldable>(items: readonly Item[], { isQuiet, reason }: FoldRules<Item>): readonly Item[][] {
  const runs: Item[][] = [];
  const isAlike = (one: Item, other: Item) =>
    one.status === other.status && isQuiet(one) === isQuiet(other) && reason(one) === reason(other);
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0] && isAlike(run[0], item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function mostUrgent<Item extends Foldable>(items: readonly Item[], count: number, { isQuiet }: FoldRules<Item>): readonly Item[] {
  const notable = items.filter((item) => !isQuiet(item));
  const urgencies = [...new Set(notable.map(urgency))].sort();
  return urgencies.flatMap((each) => notable.filter((item) => urgency(item) === each)).slice(0, Math.max(0, count));
}

function urgency({ status }: Foldable): number {
  return status === "ERROR" ? 0 : status === "PENDING" ? 2 : 1;
}

function countsOf(items: readonly Foldable[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
