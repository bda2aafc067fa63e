import type { FileSystemStatus } from "@reeve/file-system-models";
import type { FileSystemDefinition } from "@reeve/orchestrator/engine";
import type { Daemons } from "./daemons.ts";

const MEGABYTE = 2 ** 20;
/** The number of blocks in a simulated file system. Each block has the full block size. */
const BLOCKS = 12;
const BLOCK_SIZE = 128 * MEGABYTE;
const COPIES = 3;

/** Returns a status in the format of real name nodes. It shows a few blocks, each with copies on neighbouring data nodes. */
export function simulatedStatusOf(daemons: Daemons, { pods }: FileSystemDefinition): FileSystemStatus {
  const index = daemons.active();
  const stateOf = (of: number) => (of === index ? "active" : "standby");
  const names = Array.from({ length: pods.name.count }, (_, of): [string, string | null] => {
    const node = `name-${of}`;
    return [node, daemons.state(node) === "settled" ? stateOf(of) : null];
  });
  const status = { name_nodes: Object.fromEntries(names), safe_mode: null };
  if (index === undefined) return { active: null, ...status, data_nodes: null, space: null, blocks: null };
  const { count, disk } = pods.data;
  const live = Array.from({ length: count }, (_, of) => daemons.state(`data-${of}`) === "settled");
  const copies = Array.from({ length: BLOCKS }, (_, block) =>
    Array.from({ length: Math.min(COPIES, count) }, (_, copy) => live[(block + copy) % count] ?? false),
  );
  const used = copies.flat().filter(Boolean).length * BLOCK_SIZE;
  const capacity = live.filter(Boolean).length * disk * MEGABYTE;
  return {
    active: `name-${index}`,
    ...status,
    data_nodes: {
      live: live.filter(Boolean).length,
      decommissioning: live.filter((_, of) => daemons.isDecommissioning(`data-${of}`)).length,
    },
    space: { capacity, used, free: Math.max(0, capacity - used) },
    blocks: {
      all: BLOCKS,
      under_replicated: copies.filter((of) => of.includes(false)).length,
      missing: copies.filter((of) => !of.includes(true)).length,
    },
  };
}
