import type { FileSystemStatus } from "@reeve/file-system-models";
import type { Members } from "./members.ts";
import { activeOf, askNames, heardOf } from "./name-nodes.ts";

/** Returns the status of the file system, as its name nodes report it. */
export async function statusOf(members: Members, signal: AbortSignal): Promise<FileSystemStatus> {
  const names = await askNames(members, signal);
  const active = activeOf(names);
  const stateOf = (id: string) => names.find(({ node }) => node.id === id)?.state ?? null;
  return {
    active: active?.node.id ?? null,
    name_nodes: Object.fromEntries(members.all("name").map(({ id }) => [id, stateOf(id)])),
    safe_mode: active?.safeMode || null,
    data_nodes: active
      ? { live: heardOf(active.dataNodes).length, decommissioning: active.decommissioning.size }
      : null,
    space: active?.space ?? null,
    blocks: active ? { all: active.blocks, under_replicated: active.low, missing: active.missing } : null,
  };
}
