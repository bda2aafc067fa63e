import { type NodeView, unlessRefused } from "@reeve/orchestrator/engine";
import { beans, type JmxBean } from "../wire/jmx.ts";
import { type HdfsMembers, registeredAddress } from "./members.ts";

/** What a name node reports about itself and about the file system. */
export type NameView = Awaited<ReturnType<typeof askName>>;

/** A data node that the name node knows and does not consider dead. */
interface DataNodeSeen {
  /** The address `host:port` at which the data node serves blocks. */
  readonly address: string;
  /** Seconds since the last heartbeat of the data node. */
  readonly silent: number;
  /** The state of the data node: `In Service`, `Decommission In Progress`, `Decommissioned` … */
  readonly state: string;
  /** The number of replicas on the data node. */
  readonly replicas: number;
}

/** Returns the reports of all name nodes that answer. Only name nodes that may be running are asked. */
export async function askNames(members: HdfsMembers, signal: AbortSignal): Promise<readonly NameView[]> {
  const requests = members.alive("name").map((node) => askName(node, members, signal).catch(unlessRefused(undefined)));
  return (await Promise.all(requests)).filter((view) => view !== undefined);
}

export function activeOf(names: readonly NameView[]): NameView | undefined {
  return names.find(({ state }) => state === "active");
}

/** Seconds without a heartbeat after which the service considers a data node lost. Data nodes send a heartbeat every three seconds. */
const SILENT = 10;

/** Whether a name node still receives heartbeats from a data node. */
export function isSeen(node: NodeView, name: NameView): boolean {
  return seenBy(name, node) !== undefined;
}

/** Returns what a name node knows about a data node from which it still receives heartbeats. */
export function seenBy({ dataNodes }: NameView, node: NodeView): DataNodeSeen | undefined {
  const address = registeredAddress(node);
  return heardOf(dataNodes).find((seen) => seen.address === address);
}

/** Returns the data nodes that still send heartbeats. A name node keeps the others on its list for minutes. */
export function heardOf(dataNodes: readonly DataNodeSeen[]): readonly DataNodeSeen[] {
  return dataNodes.filter(({ silent }) => silent <= SILENT);
}

async function askName(node: NodeView, members: HdfsMembers, signal: AbortSignal) {
  const at = members.endpoint(node, "name-http");
  const matches = await beans(at, "Hadoop:service=NameNode,name=*N*", signal);
  const bean = (name: string): JmxBean => matches.find((each) => each.name === `Hadoop:service=NameNode,name=${name}`) ?? {};
  const info = bean("NameNodeInfo");
  const transactions = beansIn(info.JournalTransactionInfo) as JmxBean;
  // The numbers in the bean `FSNamesystem` can be ten seconds old, because metrics are cached.
  const state = bean("FSNamesystemState");
  return {
    node,
    /** The role of the name node: `active`, `standby`, `initializing` … */
    state: textOf(bean("NameNodeStatus").State),
    /** The reason for safe mode, which name nodes explain in several lines; empty if the name node is not in safe mode. */
    safeMode: textOf(info.Safemode)
      .trim()
      .replaceAll(/\s*\n\s*/g, " "),
    /** The name node's report on the journals. Only the active name node writes to journals. */
    journals: journalsOf(info.NameJournalStatus),
    /** The last transaction that the name node has written (if it is active) or read (if it is the standby). */
    applied: Number(transactions.LastAppliedOrWrittenTxId ?? 0),
    /** The last transaction in the newest image on the disk. A starting name node reads the later ones from the journals. */
    imaged: Number(transactions.MostRecentCheckpointTxId ?? 0),
    dataNodes: dataNodesOf(info.LiveNodes),
    /** The number of under-replicated blocks: `low` counts the blocks that wait to be copied, `pending` those that are being copied. */
    low: numberOf(state.UnderReplicatedBlocks),
    pending: numberOf(state.PendingReconstructionBlocks),
    /** The number of blocks without any replica. */
    missing: numberOf(info.NumberOfMissingBlocks),
    blocks: numberOf(state.BlocksTotal),
    /** For each data node that is being decommissioned, by its address, the number of blocks that still have to be copied. */
    decommissioning: decommissioningIn(info.DecomNodes),
    /** The folder in which the name node stores its images. */
    folder: Object.keys(beansIn(info.NameDirStatuses).active ?? {})[0] ?? "",
    /** The capacity of the file system in bytes, and how much of it is used and free. */
    space: { capacity: numberOf(state.CapacityTotal), used: numberOf(state.CapacityUsed), free: numberOf(state.CapacityRemaining) },
  };
}

/** Parses the value of an attribute that contains a list as JSON text. */
function listIn(value: unknown): unknown {
  return JSON.parse(textOf(value) || "null");
}

function journalsOf(value: unknown): string {
  const list = listIn(value);
  if (!Array.isArray(list)) return "";
  return list.map((each: JmxBean) => textOf(each.stream)).join("\n");
}

function dataNodesOf(value: unknown): readonly DataNodeSeen[] {
  return Object.values(beansIn(value)).map(({ xferaddr, lastContact, adminState, numBlocks }) => ({
    address: textOf(xferaddr),
    silent: numberOf(lastContact),
    state: textOf(adminState),
    replicas: numberOf(numBlocks),
  }));
}

function decommissioningIn(value: unknown): ReadonlyMap<string, number> {
  const entries = Object.values(beansIn(value));
  return new Map(entries.map(({ xferaddr, underReplicatedBlocks: left }) => [textOf(xferaddr), numberOf(left)]));
}

function beansIn(value: unknown): Readonly<Record<string, JmxBean>> {
  const list = listIn(value);
  return typeof list === "object" && list !== null ? (list as Readonly<Record<string, JmxBean>>) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
