import type { NodeView } from "@reeve/orchestrator";
import type { Members } from "../cluster/members.ts";
import { viewFrom } from "../cluster/view.ts";

const METRIC = "org.apache.cassandra.metrics:type=Table,keyspace=*,scope=*,name=";

/** A node's details: its key spaces with what their column families hold on this node. */
export async function nodeDetails(node: NodeView, members: Members): Promise<Readonly<Record<string, unknown>>> {
  const member = members.of(node);
  const options = { signal: new AbortController().signal };
  const view = member && (await viewFrom(member, options));
  if (!view) return { mode: "UNKNOWN", key_spaces: {} };
  const [bytes, partitions] = await Promise.all([
    member.agent.readAll(`${METRIC}LiveDiskSpaceUsed`, "Count", options),
    member.agent.readAll(`${METRIC}EstimatedPartitionCount`, "Value", options),
  ]);
  const key_spaces: Record<string, Record<string, TableDetails>> = {};
  for (const [bean, value] of bytes) {
    const [, keySpace = "", table = ""] = /keyspace=(\w+).*scope=(\w+)/.exec(parted(bean)) ?? [];
    if (keySpace === "" || keySpace.startsWith("system")) continue;
    const tables = key_spaces[keySpace] ?? {};
    const held = partitions.get(bean.replace("LiveDiskSpaceUsed", "EstimatedPartitionCount"));
    tables[table] = { partitions: Number(held ?? 0), bytes: Number(value) };
    key_spaces[keySpace] = tables;
  }
  return { mode: view.mode, key_spaces };
}

/** An estimate by the node, and what it has on its disk. */
interface TableDetails {
  readonly partitions: number;
  readonly bytes: number;
}

/** A bean's name with its parts in one order. */
function parted(bean: string): string {
  return bean
    .slice(bean.indexOf(":") + 1)
    .split(",")
    .sort()
    .join(",");
}
