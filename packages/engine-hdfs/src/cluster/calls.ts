import { type NodeView, taskUser } from "@reeve/orchestrator";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { message } from "../wire/protobuf.ts";
import { RemoteFailure, rpc } from "../wire/rpc.ts";
import { type Endpoint, endpointOf, type Members } from "./members.ts";
import type { NameView } from "./name-nodes.ts";
import { controllerPort } from "./peers.ts";

/** The changes that the service requests from daemons. */
export interface Calls {
  /** Starts a new segment of the edits, in which journals that were away take part again. */
  rollEdits(active: NameView, signal: AbortSignal): Promise<void>;
  /** Makes a name node read its list of data nodes to decommission again. */
  refreshNodes(name: NameView, signal: AbortSignal): Promise<void>;
  /** Makes a data node send a full block report to the name nodes, which otherwise takes hours. */
  reportBlocks(data: NodeView, signal: AbortSignal): Promise<void>;
  /** Makes a name node active, by its failover controller. */
  failOverTo(index: number, signal: AbortSignal): Promise<void>;
  /** Whether the failover controller of a name node answers. */
  controllerAnswers(index: number, signal: AbortSignal): Promise<boolean>;
}

const SHORT = 10_000;
/** The controllers coordinate the change, and the old active node finishes its writes first. */
const FAILOVER = 60_000;

const NAME_NODE = "org.apache.hadoop.hdfs.protocol.ClientProtocol";
const DATA_NODE = "org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol";
const CONTROLLER = "org.apache.hadoop.ha.ZKFCProtocol";

export function openCalls(members: Members, definition: () => HdfsDefinition): Calls {
  const user = () => taskUser(definition());

  async function callName({ node }: NameView, method: string, signal: AbortSignal): Promise<void> {
    const call = { ...endpointOf(node, "name-rpc"), protocol: NAME_NODE, method };
    await rpc({ ...call, user: user(), timeout: SHORT, signal });
  }

  /** A failover controller listens at the address of its name node. */
  function controller(index: number): Endpoint {
    const name = members.node("name", index);
    if (!name) throw new Error(`there is no name-${index}`);
    return { host: endpointOf(name, "name-rpc").host, port: controllerPort(index, members) };
  }

  return {
    rollEdits: (active, signal) => callName(active, "rollEdits", signal),
    refreshNodes: (name, signal) => callName(name, "refreshNodes", signal),
    async reportBlocks(data, signal) {
      const call = { ...endpointOf(data, "data-ipc"), protocol: DATA_NODE, method: "triggerBlockReport" };
      // Not only what has changed since the last report.
      await rpc({ ...call, request: message({ 1: 0 }), user: user(), timeout: SHORT, signal });
    },
    async failOverTo(index, signal) {
      const call = { ...controller(index), protocol: CONTROLLER, method: "gracefulFailover" };
      await rpc({ ...call, user: user(), timeout: FAILOVER, signal });
    },
    async controllerAnswers(index, signal) {
      // The protocol has no read-only call, so an unknown one is sent: the error shows that the controller answers.
      const call = { ...controller(index), protocol: CONTROLLER, method: "areYouThere" };
      try {
        await rpc({ ...call, user: user(), timeout: SHORT, signal });
        return true;
      } catch (error) {
        return error instanceof RemoteFailure;
      }
    },
  };
}
