import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { NodeView, Readiness } from "@reeve/orchestrator";
import { EXCLUDED } from "../specs/templates.ts";
import type { Calls } from "./calls.ts";
import { endpointOf, type Members, writeEndpoint } from "./members.ts";
import { activeOf, askNames, type NameView } from "./name-nodes.ts";

interface LeavingContext {
  readonly members: Members;
  readonly calls: Calls;
}

const yes: Readiness = { ready: true };
const no = (reason: string): Readiness => ({ ready: false, reason });

/**
 * Whether a leaving data node is decommissioned, so that all of its blocks are on other nodes. Each name node gets the list of nodes to
 * decommission from a file on its own volume, so the list survives restarts and failovers.
 */
export async function isDecommissioned(
  node: NodeView,
  { members, calls }: LeavingContext,
  signal: AbortSignal,
): Promise<Readiness> {
  // A node that has never run has no blocks.
  if (node.placement === undefined) return yes;
  const names = await askNames(members, signal);
  const silent = members.all("name").find(({ id }) => !names.some((name) => name.node.id === id));
  if (silent)
    return no(`cannot inform ${silent.id} that ${node.id} is being decommissioned: ${silent.id} does not answer`);
  const address = addressOf(node);
  const seenBy = ({ dataNodes }: NameView) => dataNodes.find((each) => each.address === address);
  for (const name of names) {
    const changed = await changeList(name, calls, signal, (listed) => new Set([...listed, address]));
    // The file already contains the address, but the name node has not read the file yet, because an earlier call failed or because the
    // name node was still starting.
    if (!changed && seenBy(name)?.state === "In Service") await calls.refreshNodes(name, signal);
  }
  const active = activeOf(names);
  if (!active) return no("no name node is active");
  const seen = seenBy(active);
  // A data node that the active name node does not see has stopped running. Before its volume is deleted, `mayLose` checks whether other
  // data nodes have its blocks.
  if (!seen || seen.state === "Decommissioned") return yes;
  const left = active.decommissioning.get(address);
  const blocks = left === 1 ? "1 block has" : `${left} blocks have`;
  return no(
    left ? `it is being decommissioned: ${blocks} yet to be copied to other data nodes` : "it is being decommissioned",
  );
}

/** Whether a data node may start at its address. A decommissioned data node may have used this address before. */
export async function mayStartData(
  node: NodeView,
  { members, calls }: LeavingContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const { host, ports } = node.identity;
  const address = `${host}:${ports["data-rpc"]}`;
  for (const name of await askNames(members, signal)) {
    if (!(await listOf(name)).has(address)) continue;
    // As long as the name node lists the decommissioned node, the address must stay in the file. Otherwise that node's replicas would count
    // again, and replicas on other nodes would be deleted.
    if (name.dataNodes.some((seen) => seen.address === address)) {
      return no(`${name.node.id} still lists the departed data node at ${address}`);
    }
    await changeList(name, calls, signal, (listed) => new Set([...listed].filter((each) => each !== address)));
  }
  return yes;
}

/**
 * Changes a name node's list of data nodes to decommission, and makes the name node read the list. Returns false if nothing had to be
 * changed.
 */
async function changeList(
  name: NameView,
  calls: Calls,
  signal: AbortSignal,
  wanted: (listed: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<boolean> {
  const before = await listOf(name);
  const after = [...wanted(before)].sort();
  if (after.length === before.size && after.every((each) => before.has(each))) return false;
  const path = join(name.folder, EXCLUDED);
  await writeFile(`${path}.new`, after.map((each) => `${each}\n`).join(""));
  await rename(`${path}.new`, path);
  await calls.refreshNodes(name, signal);
  return true;
}

/** Returns the addresses in a name node's list of data nodes to decommission. */
async function listOf({ folder }: NameView): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, EXCLUDED), "utf8");
  return new Set(text.split("\n").filter((line) => line !== ""));
}

function addressOf(node: NodeView): string {
  return writeEndpoint(endpointOf(node, "data-rpc"));
}
