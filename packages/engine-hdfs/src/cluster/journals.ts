import type { NodeView } from "@reeve/orchestrator";
import { journalAddress } from "./peers.ts";

/** Milliseconds that a journal may lag while edits are written. */
const MAX_LAG = 1000;

/**
 * Whether the active name node writes to a journal and the journal keeps up. One that was away is left out until the next segment of the
 * edits starts.
 */
export function isInStep(journal: NodeView, streams: string): boolean {
  const report = reportsIn(streams).get(journalAddress(journal));
  if (report === undefined || !report.startsWith("Written txid")) return false;
  const [, behind = "0"] = /\/(\d+)ms behind/.exec(report) ?? [];
  return Number(behind) <= MAX_LAG && !report.includes("on next segment");
}

/** The name node's report of each journal, by address: `127.0.0.1:8485 (Written txid 12 (3 txns/10ms behind)), 127.…`. */
function reportsIn(streams: string): ReadonlyMap<string, string> {
  const entries = [...streams.matchAll(/([^\s,]+:\d+) \((.*?)\)(?=, [^\s,]+:\d+ \(|$)/gm)];
  return new Map(entries.map(([, address = "", report = ""]) => [address, report]));
}
