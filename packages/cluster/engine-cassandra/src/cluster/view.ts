import { dirname, join } from "node:path";
import { unlessRefused } from "@reeve/orchestrator/engine";
import type { AgentCallOptions } from "../agent/agent.ts";
import { PLACE, STORAGE } from "../agent/beans.ts";
import type { Member } from "./members.ts";

/** What a node reports about itself and its peers. Peers are identified by address and port. */
export type ClusterView = NonNullable<Awaited<ReturnType<typeof viewFrom>>>;

/** Asks a node for its state and its view of its peers. Returns undefined if the node does not answer or is still starting. */
export async function viewFrom({ agent }: Member, options: AgentCallOptions) {
  const found = await agent.read(STORAGE, STORAGE.attributes, options).catch(unlessRefused(undefined));
  options.signal.throwIfAborted();
  if (!found) return undefined;
  const set = (name: string): ReadonlySet<string> => new Set(list(found[name]));
  return {
    /** The node's state: NORMAL, JOINING, LEAVING, DRAINED … */
    mode: String(found.OperationMode),
    takesClients: found.NativeTransportRunning === true,
    joined: found.Joined === true,
    initialized: found.Initialized === true,
    gossips: found.GossipRunning === true,
    hostId: String(found.LocalHostId),
    tokens: list(found.Tokens),
    schema: String(found.SchemaVersion),
    version: String(found.ReleaseVersion),
    live: set("LiveNodesWithPort"),
    unreachable: set("UnreachableNodesWithPort"),
    joining: set("JoiningNodesWithPort"),
    leaving: set("LeavingNodesWithPort"),
    moving: set("MovingNodesWithPort"),
    keySpaces: list(found.NonLocalStrategyKeyspaces),
    /** The folder in which the node keeps hints for nodes that are down. */
    hints: join(dirname(list(found.AllDataFileLocations)[0] ?? ""), "hints"),
  };
}

/**
 * Whether a member of the ring takes no clients. A node that starts does not take them yet. A node that cannot write to its disk closes its
 * connections to clients and stops to gossip (its policy `stop`), and never opens them again. Some nodes only close the connections,
 * because the end of the gossip waits for a write.
 */
export function isClosed({ mode, takesClients }: ClusterView): boolean {
  return mode === "NORMAL" && !takesClients;
}

/** Returns the data center and the rack of a node. */
export async function placeFrom(
  { agent }: Member,
  options: AgentCallOptions,
): Promise<{ readonly dataCenter: string; readonly rack: string }> {
  const { Datacenter, Rack } = await agent.read(PLACE, ["Datacenter", "Rack"], options);
  return { dataCenter: String(Datacenter), rack: String(Rack) };
}

/** The keyspaces of the database itself. Users may create others whose names begin in the same way. */
const SYSTEM_KEY_SPACES: ReadonlySet<string> = new Set([
  "system",
  "system_auth",
  "system_distributed",
  "system_schema",
  "system_traces",
  "system_views",
  "system_virtual_schema",
]);

export const isSystem = (keySpace: string): boolean => SYSTEM_KEY_SPACES.has(keySpace);

/** Returns the keyspaces that users have created. */
export function userKeySpaces({ keySpaces }: Pick<ClusterView, "keySpaces">): readonly string[] {
  return keySpaces.filter((name) => !isSystem(name)).sort();
}

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
