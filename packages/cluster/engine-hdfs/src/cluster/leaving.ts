import { type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { hasStableName, registeredAddress } from "./members.ts";
import { activeOf, askNames, isSeen, type NameView } from "./name-nodes.ts";
import type { ReadinessContext } from "./readiness.ts";

/** How the list of data nodes to decommission is read and changed. */
type LeavingContext = Pick<ReadinessContext, "members" | "calls" | "lists">;

/** Whether a leaving data node is decommissioned, so that all of its blocks are on other nodes. */
export async function isDecommissioned(node: NodeView, context: LeavingContext, signal: AbortSignal): Promise<Readiness> {
  const { members, calls } = context;
  const address = registeredAddress(node);
  // A node that has never run has no blocks.
  if (address === undefined) return READY;
  const names = await askNames(members, signal);
  const silent = members.all("name").find(({ id }) => !names.some((name) => name.node.id === id));
  if (silent) return notReady(`cannot inform ${silent.id} that ${node.id} is being decommissioned: ${silent.id} does not answer`);
  const seenBy = ({ dataNodes }: NameView) => dataNodes.find((each) => each.address === address);
  for (const name of names) {
    const changed = await changeList(name, context, signal, (listed) => new Set([...listed, address]));
    // The file already contains the address, but the name node has not read the file yet, because an earlier call failed or because the
    // name node was still starting.
    if (!changed && seenBy(name)?.state === "In Service") await calls.refreshNodes(name, signal);
  }
  const active = activeOf(names);
  if (!active) return notReady("no name node is active");
  const seen = seenBy(active);
  // A data node that the active name node does not see has stopped running. Before its volume is deleted, `mayLose` checks whether other
  // data nodes have its blocks.
  if (!seen || seen.state === "Decommissioned") return READY;
  const left = active.decommissioning.get(address);
  const blocks = left === 1 ? "1 block has" : `${left} blocks have`;
  return notReady(left ? `it is being decommissioned: ${blocks} yet to be copied to other data nodes` : "it is being decommissioned");
}

/** Whether a data node may start at its address. A decommissioned data node may have used this address before. */
export async function mayStartData(node: NodeView, context: LeavingContext, signal: AbortSignal): Promise<Readiness> {
  // The IP address of a pod is not known before the pod runs. `forgetsDeparted` takes it off the lists.
  if (hasStableName(node)) return READY;
  const { host, ports } = node.identity;
  const address = `${host}:${ports["data-rpc"]}`;
  for (const name of await askNames(context.members, signal)) {
    if (!(await context.lists.read(name, signal)).has(address)) continue;
    // As long as the name node lists the decommissioned node, the address must stay in the file. Otherwise that node's replicas would count
    // again, and replicas on other nodes would be deleted.
    if (name.dataNodes.some((seen) => seen.address === address)) {
      return notReady(`${name.node.id} still lists the departed data node at ${address}`);
    }
    await changeList(name, context, signal, (listed) => new Set([...listed].filter((each) => each !== address)));
  }
  return READY;
}

/**
 * Whether the active name node no longer counts the replicas of data nodes that are gone. A name node counts them for minutes after a pod
 * was replaced, because the new pod has another IP address. So the addresses that no data node has are put on the lists, whereupon the name
 * node makes the missing replicas. An address on the lists may later become that of a new pod, and is then taken off the lists.
 */
export async function forgetsDeparted(
  active: NameView,
  names: readonly NameView[],
  context: LeavingContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const all = context.members.all("data");
  // On one machine, a new data node takes over the address of its predecessor. And while a data node is down, the address that the name
  // nodes list may be the one that this data node had before.
  if (!all.every((node) => hasStableName(node) && isSeen(node, active))) return READY;
  const known = new Set(all.map(registeredAddress));
  const staying = new Set(all.flatMap((node) => (node.leaving ? [] : (registeredAddress(node) ?? []))));
  for (const name of names) {
    if (!all.every((node) => isSeen(node, name))) continue;
    const wrong = name.dataNodes.filter(({ address, state }) =>
      known.has(address) ? staying.has(address) && state !== "In Service" : state === "In Service",
    );
    if (wrong.length === 0) continue;
    const departed = wrong.flatMap(({ address }) => (known.has(address) ? [] : [address]));
    // Addresses that the name node does not list any more are left out, so that the list stays short.
    const live = new Set(name.dataNodes.map(({ address }) => address));
    const wanted = (listed: ReadonlySet<string>) =>
      new Set([...listed, ...departed].filter((address) => live.has(address) && !staying.has(address)));
    if (!(await changeList(name, context, signal, wanted))) await context.calls.refreshNodes(name, signal);
  }
  const counted = active.dataNodes.find(({ address, state }) => !known.has(address) && state !== "Decommissioned");
  return counted ? notReady(`the blocks of the departed data node at ${counted.address} are being copied`) : READY;
}

/** Changes a name node's list of data nodes to decommission, and has it read. Returns false if there was nothing to change. */
async function changeList(
  name: NameView,
  { calls, lists }: Pick<LeavingContext, "calls" | "lists">,
  signal: AbortSignal,
  wanted: (listed: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<boolean> {
  const before = await lists.read(name, signal);
  const after = [...wanted(before)].sort();
  if (after.length === before.size && after.every((each) => before.has(each))) return false;
  await lists.write(name, after, signal);
  await calls.refreshNodes(name, signal);
  return true;
}
