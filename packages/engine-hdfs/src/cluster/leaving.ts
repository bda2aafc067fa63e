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
 * Whether a data node that leaves is decommissioned, so that all its blocks are on others. Name nodes read which nodes to decommission from a file on
 * their own volumes, so that a restart or a failover does not lose the list.
 */
export async function isDecommissioned(
  node: NodeView,
  { members, calls }: LeavingContext,
  signal: AbortSignal,
): Promise<Readiness> {
  // A node that never ran has no blocks.
  if (node.placement === undefined) return yes;
  const names = await askNames(members, signal);
  const silent = members.all("name").find(({ id }) => !names.some((name) => name.node.id === id));
  if (silent) return no(`${silent.id} does not answer, and must be told that ${node.id} leaves`);
  const address = addressOf(node);
  const seenBy = ({ dataNodes }: NameView) => dataNodes.find((each) => each.address === address);
  for (const name of names) {
    const changed = await changeList(name, calls, signal, (listed) => new Set([...listed, address]));
    // A name node may have started, or failed, between the file and the call.
    if (!changed && seenBy(name)?.state === "In Service") await calls.refreshNodes(name, signal);
  }
  const active = activeOf(names);
  if (!active) return no("no name node is active");
  const seen = seenBy(active);
  // Before the volume of a node that is away is deleted, its blocks are checked.
  if (!seen || seen.state === "Decommissioned") return yes;
  const left = active.decommissioning.get(address);
  const blocks = left === 1 ? "1 block has" : `${left} blocks have`;
  return no(
    left ? `it is being decommissioned: ${blocks} yet to be copied to other data nodes` : "it is being decommissioned",
  );
}

/** Whether a data node may start at its address, which one that has left may have had. */
export async function mayStartData(
  node: NodeView,
  { members, calls }: LeavingContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const { host, ports } = node.identity;
  const address = `${host}:${ports["data-rpc"]}`;
  for (const name of await askNames(members, signal)) {
    if (!(await listOf(name)).has(address)) continue;
    // If it were taken off the list while it seems to be there, its copies would count, and copies on other nodes would be deleted.
    if (name.dataNodes.some((seen) => seen.address === address)) {
      return no(`${name.node.id} has not noticed yet that the data node which was at ${address} has left`);
    }
    await changeList(name, calls, signal, (listed) => new Set([...listed].filter((each) => each !== address)));
  }
  return yes;
}

/** Changes the list of a name node, and makes it read the list. Returns false where the list is as wanted already. */
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

/** The addresses of the data nodes that a name node is to decommission. */
async function listOf({ folder }: NameView): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, EXCLUDED), "utf8");
  return new Set(text.split("\n").filter((line) => line !== ""));
}

function addressOf(node: NodeView): string {
  return writeEndpoint(endpointOf(node, "data-rpc"));
}
