import type { NodeView } from "@reeve/orchestrator";
import { journalAddress } from "./peers.ts";

/** The milliseconds by which an in-sync journal may lag behind while edits are written. */
const MAX_LAG = 1000;

/**
 * Whether the active name node is writing to a journal and the journal keeps up. After a journal was down, the name node does not write to
 * it until the next segment of the edits begins.
 */
export function isInStep(journal: NodeView, streams: string): boolean {
  const report = reportsIn(streams).get(journalAddress(journal));
  if (report === undefined || !report.startsWith("Written txid")) return false;
  const [, behind = "0"] = /\/(\d+)ms behind/.exec(report) ?? [];
  return Number(behind) <= MAX_LAG && !report.includes("on next segment");
}

/**
 * Returns the name node's reports on its journals, by the journals' addresses. The reports are parsed from a text such as `127.0.0.1:8485
 * (Written txid 12 (3 txns/10ms behind)), 127.…`.
 */
function reportsIn(streams: string): ReadonlyMap<string, string> {
  const entries = [...streams.matchAll(/([^\s,]+:\d+) \((.*?)\)(?=, [^\s,]+:\d+ \(|$)/gm)];
  return new Map(entries.map(([, address = "", report = ""]) => [address, report]));
}
