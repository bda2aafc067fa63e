import type { NodeView } from "@reeve/orchestrator";
import { type Bean, beans } from "../wire/jmx.ts";
import { endpointOf, type Members } from "./members.ts";

/** A name node's view of the file system. */
export interface NameView {
  readonly node: NodeView;
  /** `active`, `standby`, `initializing` … */
  readonly state: string;
  /** The reason for safe mode; empty when it is off. */
  readonly safeMode: string;
  /** Its report of the journals that it writes to; only the active one writes. */
  readonly journals: string;
  readonly dataNodes: readonly DataNodeSeen[];
  /** Under-replicated blocks, and those being copied now. */
  readonly low: number;
  readonly pending: number;
  /** Blocks without any replica. */
  readonly missing: number;
  readonly blocks: number;
  /** The data nodes being decommissioned by address, with the number of their blocks still to copy. */
  readonly decommissioning: ReadonlyMap<string, number>;
  /** The folder of its images. */
  readonly folder: string;
  /** Bytes. */
  readonly space: { readonly capacity: number; readonly used: number; readonly free: number };
}

/** A data node that has registered and is not considered dead. */
interface DataNodeSeen {
  /** `host:port` of its blocks. */
  readonly address: string;
  /** Seconds since its last heartbeat. */
  readonly silent: number;
  /** `In Service`, `Decommission In Progress`, `Decommissioned` … */
  readonly state: string;
}

/** Queries all name nodes that may be running; those that do not answer are left out. */
export async function askNames(members: Members, signal: AbortSignal): Promise<readonly NameView[]> {
  const answers = await Promise.allSettled(members.alive("name").map((node) => askName(node, signal)));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}

export function activeOf(names: readonly NameView[]): NameView | undefined {
  return names.find(({ state }) => state === "active");
}

async function askName(node: NodeView, signal: AbortSignal): Promise<NameView> {
  const { host, port } = endpointOf(node, "name-http");
  const found = await beans(host, port, "Hadoop:service=NameNode,name=*N*", signal);
  const bean = (name: string): Bean => found.find((each) => each.name === `Hadoop:service=NameNode,name=${name}`) ?? {};
  const info = bean("NameNodeInfo");
  const state = bean("FSNamesystem");
  return {
    node,
    state: textOf(bean("NameNodeStatus").State),
    safeMode: textOf(info.Safemode),
    journals: journalsOf(info.NameJournalStatus),
    dataNodes: dataNodesOf(info.LiveNodes),
    low: numberOf(state.UnderReplicatedBlocks),
    pending: numberOf(state.PendingReconstructionBlocks ?? state.PendingReplicationBlocks),
    missing: numberOf(state.MissingBlocks),
    blocks: numberOf(state.BlocksTotal),
    decommissioning: decommissioningIn(info.DecomNodes),
    folder: folderIn(info.NameDirStatuses),
    space: {
      capacity: numberOf(state.CapacityTotal),
      used: numberOf(state.CapacityUsed),
      free: numberOf(state.CapacityRemaining),
    },
  };
}

/** Lists in beans are JSON texts. */
function listIn(value: unknown): unknown {
  return JSON.parse(textOf(value) || "null");
}

function journalsOf(value: unknown): string {
  const list = listIn(value);
  if (!Array.isArray(list)) return "";
  return list.map((each: Bean) => textOf(each.stream)).join("\n");
}

function dataNodesOf(value: unknown): readonly DataNodeSeen[] {
  return Object.values(beansIn(value)).map(({ xferaddr, lastContact, adminState }) => ({
    address: textOf(xferaddr),
    silent: numberOf(lastContact),
    state: textOf(adminState),
  }));
}

function decommissioningIn(value: unknown): ReadonlyMap<string, number> {
  const entries = Object.values(beansIn(value));
  return new Map(entries.map(({ xferaddr, underReplicatedBlocks: left }) => [textOf(xferaddr), numberOf(left)]));
}

function folderIn(value: unknown): string {
  const [folder = ""] = Object.keys(beansIn(value).active ?? {});
  return folder;
}

function beansIn(value: unknown): Readonly<Record<string, Bean>> {
  const list = listIn(value);
  return typeof list === "object" && list !== null ? (list as Readonly<Record<string, Bean>>) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
