import type { NodeView } from "@reeve/orchestrator/engine";
import type { Calls } from "./calls.ts";
import type { NameView } from "./name-nodes.ts";

/** The milliseconds by which an in-sync journal may lag behind while edits are written. */
const MAX_LAG = 1000;

/**
 * Whether the active name node is writing to a journal and the journal keeps up. After a journal was down, the name node does not write to
 * it until the next edit log segment begins.
 */
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
