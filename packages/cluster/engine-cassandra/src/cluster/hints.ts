import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type NodeView, notReady, type Readiness } from "@reeve/orchestrator/engine";
import { HINTS } from "../agent/beans.ts";
import type { DatabaseAccess, Member } from "./members.ts";

/**
 * Whether all running nodes have delivered their hints (writes that another node missed). Hints for the nodes in `lost` are ignored,
 * because the successors of these nodes copy all data. If a node in `lost` is down, it cannot deliver its own hints, so the note of the
 * result only mentions these hints.
 */
export async function areDelivered(
  lost: readonly NodeView[],
  { members, records }: Pick<DatabaseAccess, "members" | "records">,
  signal: AbortSignal,
): Promise<Readiness> {
  const ids = new Set(lost.map(({ id }) => id));
  // Hints for nodes without a record are ignored. Those nodes have left or were replaced, so such hints are never delivered.
  const names = new Map([...records.all()].flatMap(([id, { hostId }]) => (ids.has(id) ? [] : [[hostId, id]])));
  const namesOf = (hosts: readonly string[]) => hosts.flatMap((host) => names.get(host) ?? []);
  const answering = new Set<string>();
  for (const member of members.alive()) {
    const { id } = member.node;
    const hosts = await pendingFor(member, signal);
    // What a silent node that is lost has not delivered is read from its volume below.
    if (hosts === undefined && ids.has(id)) continue;
    if (hosts === undefined) return notReady(`${id} does not answer, so it may not have delivered all missed writes yet`);
    answering.add(id);
    const [first] = namesOf(hosts);
    if (first !== undefined) return notReady(`${id} has not delivered all missed writes to ${first} yet`);
  }
  const notes: string[] = [];
  for (const { id } of lost.filter((node) => !answering.has(node.id))) {
    const hosts = await left(records.of(id)?.hints);
    if (hosts === undefined) {
      notes.push(`${id} may not have delivered all writes to other nodes: its volume cannot be read while it is down`);
      continue;
    }
    const waiting = namesOf(hosts);
    if (waiting.length === 0) continue;
    notes.push(`${id} has not delivered writes to ${waiting.join(", ")}, which must get these writes from other replicas`);
  }
  return { ready: true, ...(notes.length > 0 && { note: notes.join("; ") }) };
}

/** Returns the host ids of the nodes for which a running node holds hints; undefined if the node does not answer. */
async function pendingFor({ agent }: Member, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const found = await agent.read(HINTS, ["PendingHints"], { signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!found) return undefined;
  return ((found.PendingHints ?? []) as readonly Readonly<Record<string, string>>[]).map(({ host_id = "" }) => host_id);
}

/** Returns the ids in the names of a stopped node's hint files, `HOST-ID-TIME-VERSION.hints`; undefined if its volume is elsewhere. */
async function left(folder: string | undefined): Promise<readonly string[] | undefined> {
  if (folder === undefined) return [];
  if (!existsSync(dirname(folder))) return undefined;
  const files = await readdir(folder).catch(() => []);
  return [...new Set(files.flatMap((name) => /^([0-9a-f-]{36})-\d+-\d+\.hints$/.exec(name)?.[1] ?? []))];
}
