import { type Answer, about, answer, form, isRecord, maybe, object, operation, resource, type Schema } from "@reeve/contract";
import { ownNodes } from "@reeve/scheduler-models";
import * as v from "valibot";
import { NodeNumberInput } from "./node-number.ts";

/** The status of a database node. The API document does not define it; these are the fields that servers send. */
export interface NodeStatus {
  /** UNKNOWN, STARTING, NORMAL, JOINING, LEAVING, DECOMMISSIONED, MOVING, DRAINING or DRAINED. */
  readonly mode: string;
  readonly joined?: boolean | null;
  readonly rpc_running?: boolean | null;
  readonly native_transport_running?: boolean | null;
  readonly gossip_initialized?: boolean | null;
  readonly gossip_running?: boolean | null;
  readonly host_id?: string | null;
  readonly endpoint?: string | null;
  readonly token_count?: number | null;
  readonly data_center?: string | null;
  readonly rack?: string | null;
  readonly version?: string | null;
}

/** The details of a database node. The API document does not define them; these are the fields that servers send. */
export interface DatabaseNodeInfo {
  readonly name: string;
  readonly id?: string | null;
  readonly hostname?: string | null;
  /** The agent that runs the node. */
  readonly slave_id?: string | null;
  readonly state?: string | null;
  readonly mode?: string | null;
  readonly operating_mode?: string | null;
  /** The whole answer of a server that sends only text. */
  readonly text?: string;
}

const flag = maybe(v.boolean());
const word = maybe(v.string());

export const NodeStatus: Schema<NodeStatus> = resource("NodeStatus", "The status of a database node.", {
  mode: about("UNKNOWN, STARTING, NORMAL, JOINING, LEAVING, DECOMMISSIONED, MOVING, DRAINING or DRAINED", v.string()),
  joined: flag,
  rpc_running: flag,
  native_transport_running: flag,
  gossip_initialized: flag,
  gossip_running: flag,
  host_id: word,
  endpoint: word,
  token_count: maybe(v.number()),
  data_center: word,
  rack: word,
  version: word,
});

export const DatabaseNodeInfo: Schema<DatabaseNodeInfo> = resource("NodeInfo", "The details of a database node.", {
  name: v.string(),
  id: word,
  hostname: word,
  slave_id: about("the agent that the node runs on", word),
  state: word,
  mode: word,
  operating_mode: word,
});

const OTHER_SHAPE = "the server's answer has an unknown form; it is shown unchanged";

/** The API document does not define the answer. An answer without a mode gets the mode UNKNOWN. */
const nodeStatusAnswer: Answer<NodeStatus> = answer(NodeStatus, {
  open: OTHER_SHAPE,
  also: [
    form(object({ mode: maybe(v.null()) }), {
      when: ({ body }) => isRecord(body) && (body.mode ?? undefined) === undefined,
      read: (wire): NodeStatus => ({ ...wire, mode: "UNKNOWN" }),
      note: "the server does not report the node's mode; the rest is shown unchanged",
    }),
  ],
});

/** The API document does not define the answer. Text stays text; a node without a name gets its id or host as name. */
const nodeInfoAnswer: Answer<DatabaseNodeInfo> = answer(DatabaseNodeInfo, {
  open: OTHER_SHAPE,
  also: [
    form(v.string(), {
      when: ({ body }) => typeof body === "string",
      read: (text): DatabaseNodeInfo => ({ name: "", text: text.trim() }),
      note: "the server sends text, which is shown unchanged",
    }),
    form(object({ name: maybe(v.null()), id: word, hostname: word }), {
      when: ({ body }) => isRecord(body) && (body.name ?? undefined) === undefined,
      read: (wire): DatabaseNodeInfo => ({ ...wire, name: wire.id ?? wire.hostname ?? "" }),
      note: "the server does not report the node's name; the rest is shown unchanged",
    }),
  ],
});

/** The API document has a number in the path, but some servers expect the node's id, and answer 404 to a number. */
const nodeId = { field: "node", refusedWith: [400, 404, 500], spell: (text: string) => `node-${text}` } as const;

export const nodeStatus = operation({
  summary: "Show the status of a node",
  about: "Shows the node's mode, and which of its parts are running.",
  effect: "read",
  input: NodeNumberInput,
  fallbackSpelling: nodeId,
  output: nodeStatusAnswer,
  routes: { W1: "GET /nodes/{node}/status" },
  example: { node: 0 },
});

export const nodeInfo = operation({
  summary: "Show the details of a node",
  about: "Shows the node's name, host and agent.",
  effect: "read",
  input: NodeNumberInput,
  fallbackSpelling: nodeId,
  output: nodeInfoAnswer,
  routes: { W1: "GET /nodes/{node}/info" },
  example: { node: 0 },
});

/** The operations on nodes, by verb. */
export const databaseNodeOperations = { status: nodeStatus, info: nodeInfo, ...ownNodes("node-1") } as const;
