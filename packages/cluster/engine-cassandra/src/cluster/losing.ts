import { idsOf, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { STORAGE } from "../agent/beans.ts";
import { areDelivered } from "./hints.ts";
import type { DatabaseAccess, Member } from "./members.ts";
import { isInRing, viewsOf } from "./readiness.ts";
import { userKeySpaces } from "./view.ts";

/**
 * Whether nodes may be lost together with their data. Every range of every user keyspace must have a copy on another serving node. Hints
 * must be delivered as well, unless all lost nodes are being decommissioned.
 */
export async function mayLose(
  lost: readonly NodeView[],
  { members, records }: Pick<DatabaseAccess, "members" | "records">,
  signal: AbortSignal,
): Promise<Readiness> {
  const ids = new Set(lost.map(({ id }) => id));
  const names = idsOf(lost);
  // Nodes that have never joined have no data.
  if (lost.every(({ id }) => !records.of(id))) return READY;
  const others = members.placed().filter(({ node }) => !ids.has(node.id) && records.of(node.id));
  if (others.length === 0) return notReady(`only ${names} has data; force the operation and lose this data`);
  const views = await viewsOf(others, signal);
  const serving = views.filter(isInRing);
  const [first] = serving;
  const away = views.filter(([, view]) => view?.mode !== "NORMAL").map(([{ node }]) => node.id);
  if (!first) return notReady(`cannot determine which data only ${names} has: bring back ${away.join(", ")}, or force the operation`);
  const [asked, view] = first;
  const kept = new Set(others.map(({ peer }) => peer));
  const there = new Set(serving.map(([{ peer }]) => peer));
  const alone: string[] = [];
  for (const keySpace of userKeySpaces(view)) {
    const ranges = await rangesOf(asked, keySpace, signal);
    const only = ranges.filter(
      // An owner with an unknown address counts as lost, because a lost node may have had another address before.
      (owners) => owners.some((peer) => !kept.has(peer)) && !owners.some((peer) => there.has(peer)),
    );
    if (only.length > 0) alone.push(`${only.length} of ${ranges.length} ranges of ${keySpace}`);
  }
  if (alone.length === 0) return lost.every(({ leaving }) => leaving) ? READY : areDelivered(lost, { members, records }, signal);
  const help = away.length > 0 ? `bring back ${away.join(", ")}` : "raise the replication factor and repair the data";
  return notReady(
    `${alone.join(", ")} have no copy on another running node; ${help}, or force the operation and lose the data that only ${names} has`,
  );
}

/** Returns the owners of each range of a keyspace. */
export async function rangesOf({ agent }: Member, keySpace: string, signal: AbortSignal): Promise<readonly (readonly string[])[]> {
  const map = (await agent.call(STORAGE, "getRangeToEndpointWithPortMap", [keySpace], { signal })) as Readonly<
    Record<string, readonly string[]>
  >;
  return Object.values(map);
}
