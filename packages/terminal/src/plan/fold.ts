import { isQuiet } from "./status-words.ts";

/** Something that has a name and a status: a step or a phase. */
export interface Foldable {
  readonly name: string;
  readonly status: string;
}

/** One thing as it is, many of a kind in a row, or all that is left besides those that are shown. */
export type Folded<Item extends Foldable> =
  | { readonly kind: "one"; readonly item: Item }
  | { readonly kind: "run"; readonly status: string; readonly count: number; readonly first: Item; readonly last: Item }
  | { readonly kind: "rest"; readonly counts: ReadonlyMap<string, number>; readonly besides: number };

/** So many things of one kind in a row are shown each for itself. */
const SHORT_RUN = 3;

/**
 * Makes thousands of steps fit on a screen: those that are done or not yet due are told by the run, those that somebody should look at are
 * shown. Where even that is more than the limit, those that failed come before those that go on, and the rest is counted.
 */
export function fold<Item extends Foldable>(items: readonly Item[], limit: number): readonly Folded<Item>[] {
  if (items.length <= Math.min(limit, SHORT_RUN) || limit === Number.POSITIVE_INFINITY) return items.map(one);
  const folded = runsOf(items).flatMap((run) => foldRun(run));
  if (folded.length <= limit) return folded;
  const looked = new Set(mostUrgent(items, limit - 1));
  const rest = items.filter((item) => !looked.has(item));
  return [
    ...items.filter((item) => looked.has(item)).map(one),
    { kind: "rest", counts: countsOf(rest), besides: looked.size },
  ];
}

function one<Item extends Foldable>(item: Item): Folded<Item> {
  return { kind: "one", item };
}

function foldRun<Item extends Foldable>(run: readonly Item[]): readonly Folded<Item>[] {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last || run.length <= SHORT_RUN || !isQuiet(first.status)) return run.map(one);
  return [{ kind: "run", status: first.status, count: run.length, first, last }];
}

function runsOf<Item extends Foldable>(items: readonly Item[]): readonly Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0]?.status === item.status) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function mostUrgent<Item extends Foldable>(items: readonly Item[], count: number): readonly Item[] {
  const failed = items.filter(({ status }) => status === "ERROR");
  const loud = items.filter(({ status }) => status !== "ERROR" && !isQuiet(status));
  return [...failed, ...loud].slice(0, Math.max(0, count));
}

function countsOf(items: readonly Foldable[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
