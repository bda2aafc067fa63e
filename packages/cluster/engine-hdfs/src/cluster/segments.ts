import type { NodeView } from "@reeve/orchestrator/engine";
import type { Calls } from "./calls.ts";
import type { NameView } from "./name-nodes.ts";

/** A finished segment of the edit log, with its first and its last transaction. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

/** Returns the first transaction of a range that is in none of the segments; undefined if the segments cover the range. */
export function firstGap(segments: readonly Segment[], { from, to }: Segment): number | undefined {
  let next = from;
  for (const segment of segments.toSorted((a, b) => a.from - b.from)) {
    if (segment.from > next) break;
    next = Math.max(next, segment.to + 1);
  }
  return next > to ? undefined : next;
}

/**
 * Returns the range of finished edits that some name node may still have to read. Each name node has to read the edits after its newest
 * image, so the range begins after the older one of these images. It ends before the segment that is being written. Undefined if no name
 * node writes edits.
 */
export function neededEdits(names: readonly NameView[]): Segment | undefined {
  const [, begun] = names.map(({ journals }) => /Writing segment beginning at txid (\d+)/.exec(journals)).find(Boolean) ?? [];
  if (begun === undefined) return undefined;
  return { from: Math.min(...names.map(({ imaged }) => imaged)) + 1, to: Number(begun) - 1 };
}

/** Returns the segments of several journals in one list. If a journal does not answer, its segments are missing. */
export async function segmentsOf(journals: readonly NodeView[], calls: Calls, signal: AbortSignal): Promise<readonly Segment[]> {
  const answers = await Promise.all(journals.map((journal) => calls.segments(journal, signal).catch(() => [])));
  return answers.flat();
}
