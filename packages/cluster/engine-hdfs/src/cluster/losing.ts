import { idsOf, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { httpGet } from "../wire/jmx.ts";
import { firstGap, isJournalInStep, neededEdits, segmentsOf } from "./journals.ts";
import { registeredAddress } from "./members.ts";
import { activeOf, askNames, isSeen, type NameView } from "./name-nodes.ts";
import type { ReadinessContext } from "./readiness.ts";

/** Whether other running nodes have all data of the lost nodes. The lost nodes themselves are not asked. */
export async function mayLoseDaemons(lost: readonly NodeView[], context: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  // Failover controllers have no data.
  if (lost.every(({ podType }) => podType === "fc") || !context.formats.hasNameSpace()) return READY;
  const ids = new Set(lost.map(({ id }) => id));
  const others = (await askNames(context.members, signal)).filter(({ node }) => !ids.has(node.id));
  for (const type of ["coordinator", "journal", "name", "data"] as const) {
    const of = lost.filter(({ podType }) => podType === type);
    if (of.length === 0) continue;
    const answer = await judges[type](of, others, context, signal);
    if (!answer.ready) return answer;
  }
  return READY;
}

type LossCheck = (
  lost: readonly NodeView[],
  names: readonly NameView[],
  context: ReadinessContext,
  signal: AbortSignal,
) => Promise<Readiness>;

const judges: Readonly<Record<"coordinator" | "journal" | "name" | "data", LossCheck>> = {
  async coordinator(lost, _, { members }) {
    const all = members.all("coordinator").length;
    const left = members.all("coordinator").filter((node) => node.state === "running" && !isOneOf(node, lost)).length;
    if (left > all / 2) return READY;
    return notReady(
      `without ${idsOf(lost)}, the coordination service would lose the record of which name node is active, because no majority of its servers would remain; if you force the operation, the failover controllers register the file system again`,
    );
  },

  async journal(lost, names, { members, calls }, signal) {
    const all = members.all("journal");
    const active = activeOf(names);
    if (!active) return notReady(`cannot determine which data only ${idsOf(lost)} has: no name node is active`);
    const left = all.filter((node) => !isOneOf(node, lost));
    const away = left.filter((node) => !isJournalInStep(node, active.journals));
    if (left.length - away.length > all.length / 2) {
      // After a journal was down, it lacks edits until it has copied them from the other journals.
      const needed = neededEdits(names);
      const gap = needed && firstGap(await segmentsOf(left, calls, signal), needed);
      if (gap === undefined) return READY;
      return notReady(`only ${idsOf(lost)} may have the edits from transaction ${gap} on: the other journals have not copied them yet`);
    }
    return notReady(`fewer than a majority of the journals would be in sync with the edits; ${help(away, lost)}`);
  },

  async name(lost, names, { members }) {
    if (names.some(({ state }) => state === "active" || state === "standby")) return READY;
    const away = members.all("name").filter((node) => !isOneOf(node, lost));
    return notReady(`no other name node has the namespace; ${help(away, lost)}`);
  },

  async data(lost, names, { members }, signal) {
    const active = activeOf(names);
    if (!active) return notReady(`cannot determine which blocks only ${idsOf(lost)} has: no name node is active`);
    if (active.safeMode !== "") return notReady(`cannot determine which blocks only ${idsOf(lost)} has: ${active.node.id} is in safe mode`);
    const left = members.all("data").filter((node) => !isOneOf(node, lost));
    const there = new Set(left.filter((node) => node.state === "running" && isSeen(node, active)).map(addressOf));
    const report = await httpGet(members.endpoint(active.node, "name-http"), FSCK, signal, FSCK_TIMEOUT);
    const only = missingWithout(report, there, new Set(left.map(addressOf)));
    if (only === 0) return READY;
    const away = left.filter((node) => !there.has(addressOf(node)));
    const blocks = only === 1 ? "1 block has" : `${only} blocks have`;
    return notReady(`${blocks} no copy on another running data node; ${help(away, lost)}`);
  },
};

/** The request for `fsck`, with which the name node checks all files, and its timeout in milliseconds. */
const FSCK = "/fsck?path=%2F&files=1&blocks=1&locations=1&openforwrite=1";
const FSCK_TIMEOUT = 60_000;

function addressOf(node: NodeView): string {
  return registeredAddress(node) ?? node.id;
}

function isOneOf({ id }: NodeView, nodes: readonly NodeView[]): boolean {
  return nodes.some((node) => node.id === id);
}

function help(away: readonly NodeView[], lost: readonly NodeView[]): string {
  const first = away.length > 0 ? `bring back ${idsOf(away)}` : "there is no other node";
  return `${first}, or force the operation and lose the data that only ${idsOf(lost)} has`;
}

/**
 * Counts the blocks that have no replica on a node that is there, and a replica on a node that is not left. A replica at an unknown address
 * may be that of a lost node, which may have had another address before. The report is the output of `fsck`, the file system check. It has
 * one line for each block, with the addresses of the block's replicas.
 */
export function missingWithout(report: string, there: ReadonlySet<string>, left: ReadonlySet<string>): number {
  let count = 0;
  for (const line of report.split("\n")) {
    if (!/\bblk_-?\d+/.test(line)) continue;
    const copies = [...line.matchAll(/DatanodeInfoWithStorage\[([^,\]]+)/g)].map(([, address = ""]) => address);
    if (copies.some((address) => !left.has(address)) && !copies.some((address) => there.has(address))) count++;
  }
  return count;
}
