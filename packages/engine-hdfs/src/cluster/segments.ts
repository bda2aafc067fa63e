import type { NodeView } from "@reeve/orchestrator";
import type { Calls } from "./calls.ts";
import type { NameView } from "./name-nodes.ts";

/** A finished segment of the edits, with its first and its last transaction. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

/** Returns the first transaction of a range that is in none of the segments; undefined if they contain the whole range. */
export function firstGap(segments: readonly Segment[], { from, to }: Segment): number | undefined {
  let next = from;
  for (const segment of segments.toSorted((a, b) => a.from - b.from)) {
    if (segment.from > next) break;
    next = Math.max(next, segment.to + 1);
  }
  return next > to ? undefined : next;
}

/**
 * Returns the range of finished edits that a name node may still have to read: from the older one of the two newest images to the segment
 * that is being written. Undefined if no name node writes edits.
 */
export function neededEdits(names: readonly NameView[]): Segment | undefined {
  const [, begun] =
    names.map(({ journals }) => /Writing segment beginning at txid (\d+)/.exec(journals)).find(Boolean) ?? [];
  if (begun === undefined) return undefined;
  return { from: Math.min(...names.map(({ imaged }) => imaged)) + 1, to: Number(begun) - 1 };
}

/** Returns the segments of several journals together. A journal that does not answer counts as one without segments. */
export async function segmentsOf(
  journals: readonly NodeView[],
  calls: Calls,
  signal: AbortSignal,
): Promise<readonly Segment[]> {
  const answers = await Promise.all(journals.map((journal) => calls.segments(journal, signal).catch(() => [])));
  return answers.flat();
}
