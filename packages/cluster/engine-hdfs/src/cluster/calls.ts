import { type NodeView, type Reachable, taskUser, unlessRefused } from "@reeve/orchestrator/engine";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { message, readEveryField, readFields } from "../wire/protobuf.ts";
import { RemoteFailure, type RpcCall, rpc } from "../wire/rpc.ts";
import type { Segment } from "./journals.ts";
import { type HdfsMembers, hasStableName } from "./members.ts";
import type { NameView } from "./name-nodes.ts";
import { controllerHost, controllerPort } from "./peers.ts";

const SHORT = 10_000;

/** Timeout of a failover in milliseconds. The controllers coordinate it, and the old name node finishes its writes first. */
const FAILOVER = 60_000;

/** The milliseconds for which a name node that gave up the active role does not become active again. */
const CEDED = 10_000;

const NAME_NODE = "org.apache.hadoop.hdfs.protocol.ClientProtocol";
const JOURNAL = "org.apache.hadoop.hdfs.qjournal.protocol.QJournalProtocol";
const DATA_NODE = "org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol";
const CONTROLLER = "org.apache.hadoop.ha.ZKFCProtocol";

export type Calls = ReturnType<typeof openCalls>;

/** The calls by which the service changes or queries daemons. */
export function openCalls(instance: string, members: HdfsMembers, definition: () => HdfsDefinition) {
  const call = (to: Omit<RpcCall, "user" | "timeout">, timeout = SHORT) => rpc({ ...to, user: taskUser(definition()), timeout });
  const callName = async ({ node }: NameView, method: string, signal: AbortSignal): Promise<void> => {
    await call({ ...members.endpoint(node, "name-rpc"), protocol: NAME_NODE, method, signal });
  };

  return {
    /** Makes the active name node start a new edit log segment. From then on, the name node also writes to journals that were down. */
    rollEdits: (active: NameView, signal: AbortSignal) => callName(active, "rollEdits", signal),
    /** Returns the finished edit log segments of a journal. */
    async segments(journal: NodeView, signal: AbortSignal): Promise<readonly Segment[]> {
      // A journal's id is the name of the file system. All finished segments are requested, from the first transaction on.
      const request = message({ 1: message({ 1: instance }), 2: 0, 4: 0 });
      const at = members.endpoint(journal, "journal-rpc");
      const answer = await call({ ...at, protocol: JOURNAL, method: "getEditLogManifest", request, signal });
      const manifest = answer.get(1);
      if (!(manifest instanceof Buffer)) return [];
      return readEveryField(manifest).flatMap(([number, log]) => {
        if (number !== 1 || !(log instanceof Buffer)) return [];
        const fields = readFields(log);
        return [{ from: Number(fields.get(1) ?? 0), to: Number(fields.get(2) ?? 0) }];
      });
    },
    /** Makes a name node reread its list of data nodes to decommission. */
    refreshNodes: (name: NameView, signal: AbortSignal) => callName(name, "refreshNodes", signal),
    /** Makes a data node send a full block report to the name nodes. Its next regular report may be hours away. */
    async reportBlocks(data: NodeView, signal: AbortSignal): Promise<void> {
      // The request is for a full report. By default, a data node would only report what has changed since its last report.
      const request = message({ 1: 0 });
      await call({ ...members.endpoint(data, "data-ipc"), protocol: DATA_NODE, method: "triggerBlockReport", request, signal });
    },
    /** Tells the failover controllers to make this name node active, and the other one the standby. */
    async failOverTo(index: number, signal: AbortSignal): Promise<void> {
      await call({ ...failoverCall(index, members), protocol: CONTROLLER, signal }, FAILOVER);
    },
    /** Whether the failover controller of a name node answers. */
    async controllerAnswers(index: number, signal: AbortSignal): Promise<boolean> {
      // All calls of this protocol change something, so a method that does not exist is called. If the controller answers with an error, it
      // is alive.
      try {
        await call({ ...controllerAt(index, members), protocol: CONTROLLER, method: "areYouThere", signal });
        return true;
      } catch (error) {
        return error instanceof RemoteFailure || unlessRefused(false)(error);
      }
    },
  };
}

function controllerAt(index: number, members: HdfsMembers): Reachable {
  return members.reachable(controllerHost(index, members), controllerPort(index, members));
}

/** Returns the call that makes a name node active. In pods, it goes to the other controller, as the two do not find each other. */
export function failoverCall(index: number, members: HdfsMembers): Pick<RpcCall, keyof Reachable | "method" | "request"> {
  return members.all("fc").some(hasStableName)
    ? { ...controllerAt(1 - index, members), method: "cedeActive", request: message({ 1: CEDED }) }
    : { ...controllerAt(index, members), method: "gracefulFailover" };
}
