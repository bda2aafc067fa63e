import { about, choice, integer, operation, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

// Requests to Reeve's own service as a whole. No method or command is derived from them; they only build requests and check input.

const optional = <Field extends v.GenericSchema>(words: string, field: Field) => about(words, v.exactOptional(field));

export const showInfo = operation({
  summary: "Show what the service is, and what it runs",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/info" },
});

/** How to deploy a definition. The definition itself is the body, as YAML or JSON. */
export interface DeployInput {
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly only?: string;
}

const DeployInput: Schema<DeployInput, DeployInput> = v.strictObject({
  dryRun: optional("only report what would be done", v.boolean("expected true or false")),
  remove: optional("remove instances that the definition no longer names", v.boolean("expected true or false")),
  only: optional(
    "deploy these instances of the definition only, with commas between them; all others stay as they are",
    text("names of instances, with commas between them", /^[a-z][a-z0-9-]{0,62}(?:,[a-z][a-z0-9-]{0,62}){0,199}$/),
  ),
});

export const deployDefinition = operation({
  summary: "Change what the service runs",
  effect: "change",
  input: DeployInput,
  output: v.unknown(),
  routes: { "*": "POST {base_url}/reeve/v1/deploy?dry-run={dryRun}&remove={remove}&only={only}" },
  example: { dryRun: true },
});

export const showDefinition = operation({
  summary: "Show the definition of what the service runs",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/definition" },
});

/** How many of the last entries; default 200. */
const limit = optional("how many of the last entries", integer(1, 1000));

/** Which entries of the log. */
export interface LogInput {
  readonly limit?: number;
  readonly level?: "debug" | "info" | "warn" | "error";
}

const LogInput: Schema<LogInput, LogInput> = v.strictObject({
  limit,
  level: optional("the least important ones", choice("debug", "info", "warn", "error")),
});

export const tailLog = operation({
  summary: "Show the last entries of the service's log",
  effect: "read",
  input: LogInput,
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/logs?limit={limit}&level={level}" },
  example: { limit: 20 },
});

/** Which entries of the audit log. */
export interface AuditInput {
  readonly limit?: number;
}

const AuditInput: Schema<AuditInput, AuditInput> = v.strictObject({ limit });

export const tailAudit = operation({
  summary: "Show the last entries of the audit log",
  effect: "read",
  input: AuditInput,
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/audit?limit={limit}" },
  example: { limit: 20 },
});

export const showMetrics = operation({
  summary: "Show the service's metrics",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/metrics" },
});

/** The figures of the last hour: from the oldest to the newest value of each. */
export interface Figures {
  /** Milliseconds between two values. */
  readonly interval: number;
  /** When the last values were taken (ISO 8601, UTC); null before the first. */
  readonly at: string | null;
  readonly values: Readonly<Record<"requests" | "steps" | "nodes" | "memory", readonly number[]>>;
}

export const showFigures = operation({
  summary: "Show figures of the last hour: requests a second, steps under way, nodes that run, memory",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/figures" },
});

/** Which events to watch. */
export interface WatchInput {
  readonly service?: string;
  readonly after?: string;
  readonly wait?: number;
}

const WatchInput: Schema<WatchInput, WatchInput> = v.strictObject({
  service: optional("only events of this instance", v.string()),
  after: optional("the id of the last known event, or now; without it the whole state comes first", v.string()),
  wait: optional("answer with the next events, after this many seconds at the latest, and end", integer(0, 60)),
});

export const watchEvents = operation({
  summary: "Watch what changes: instances, nodes, plans and their steps",
  effect: "read",
  input: WatchInput,
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/events?service={service}&after={after}&wait={wait}" },
  example: { wait: 0 },
});

/** A link that opens the console logged in, once. */
export interface ConsoleLink {
  /** Goes behind `/#once=` of the service's address. */
  readonly code: string;
  /** For how many seconds it works. */
  readonly seconds: number;
}

export const makeConsoleLink = operation({
  summary: "Make a link that opens the console logged in, once",
  effect: "change",
  output: v.unknown(),
  routes: { "*": "POST {base_url}/reeve/v1/console/links" },
});

/** Which part of a node's output. */
export interface NodeLogInput {
  readonly node: string;
  readonly task?: string;
  readonly tail?: number;
  readonly after?: string;
  readonly wait?: number;
  readonly follow?: boolean;
}

const NodeLogInput: Schema<NodeLogInput, NodeLogInput> = v.strictObject({
  node: about("id of the node", v.string()),
  task: optional("the name of the task; the one that was launched last when left out", v.string()),
  tail: optional("number of last lines to start with", integer(0, 1_000_000)),
  after: optional("where to continue: the position from an earlier answer", v.string()),
  wait: optional("seconds to wait for something", integer(0, 60)),
  follow: optional("continue as long as output comes", v.boolean("expected true or false")),
});

export const nodeLog = operation({
  summary: "Show what a node has printed",
  effect: "read",
  input: NodeLogInput,
  output: v.unknown(),
  routes: {
    "*": "GET {reeve}/nodes/{node}/log?task={task}&tail={tail}&after={after}&wait={wait}&follow={follow}",
  },
  example: { node: "broker-0", tail: 20 },
});
