import type { NodeView } from "@reeve/orchestrator/engine";
import type { Calls } from "./calls.ts";
import type { NameView } from "./name-nodes.ts";

/** The milliseconds by which an in-sync journal may lag behind while edits are written. */
const MAX_LAG = 1000;

/** Whether a journal keeps up. One that was down gets nothing from the name node until the next edit log segment begins. */
export function isJournalInStep(journal: NodeView, streams: string): boolean {
  const report = reportsIn(streams)[journal.index];
  if (report === undefined || !report.startsWith("Written txid")) return false;
  const [, behind = "0"] = /\/(\d+)ms behind/.exec(report) ?? [];
  return Number(behind) <= MAX_LAG && !report.includes("on next segment");
}

export type EditRolls = ReturnType<typeof openEditRolls>;

/**
 * Makes the active name node write to journals that have restarted. A restarted journal refuses writes until a new edit log segment begins.
 * A name node that has nothing to write does not notice the restart, and still reports the journal as in sync. If a majority of the
 * journals has restarted, the next write fails, and the name node exits. So the edit log is rolled after each start of a journal.
 */
export function openEditRolls({ rollEdits }: Pick<Calls, "rollEdits">) {
  const rolled = new Map<string, number>();
  return {
    /** Whether the edit log was rolled after the start of a journal's process; `started` is the time of this start. */
    sinceStart: ({ id }: NodeView, started: number) => rolled.get(id) === started,
    async roll({ id }: NodeView, started: number, active: NameView, signal: AbortSignal): Promise<void> {
      try {
        await rollEdits(active, signal);
        rolled.set(id, started);
      } catch {
        // The name node may have become standby, or cannot reach a majority of the journals. The next check rolls the edit log again.
      }
    },
  };
}

/**
 * Returns the name node's reports on its journals, in the order in which its configuration lists the journals. The reports are parsed from
 * a text such as `127.0.0.1:8485 (Written txid 12 (3 txns/10ms behind)), 127.…`. The addresses in this text are those that the journals had
 * when the name node became active.
 */
function reportsIn(streams: string): readonly string[] {
  const entries = streams.matchAll(/[^\s,]+:\d+ \((.*?)\)(?=, [^\s,]+:\d+ \(|$)/gm);
  return [...entries].map(([, report = ""]) => report);
}

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
