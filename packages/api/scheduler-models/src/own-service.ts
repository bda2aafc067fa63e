import { about, choice, type InputOf, integer, operation, text } from "@reeve/contract";
import * as v from "valibot";

// Requests to the Reeve service as a whole. These operations only build requests and check input; no method or command is derived from
// them.

const optional = <Field extends v.GenericSchema>(words: string, field: Field) => about(words, v.exactOptional(field));

export const showInfo = operation({
  summary: "Describe the service and its instances",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/info" },
});

export const deployDefinition = operation({
  summary: "Deploy a definition to the service",
  effect: "change",
  input: v.strictObject({
    dryRun: optional("only report what a deployment would change", v.boolean("expected true or false")),
    remove: optional("remove instances that are no longer in the definition", v.boolean("expected true or false")),
    only: optional(
      "names of the instances to deploy, separated by commas; all other instances stay unchanged",
      text("names of instances, separated by commas", /^[a-z][a-z0-9-]{0,62}(?:,[a-z][a-z0-9-]{0,62}){0,199}$/),
    ),
  }),
  output: v.unknown(),
  routes: { "*": "POST {base_url}/reeve/v1/deploy?dry-run={dryRun}&remove={remove}&only={only}" },
  example: { dryRun: true },
});

/** How to deploy a definition. The definition itself is the body of the request, as YAML or JSON. */
export type DeployInput = InputOf<typeof deployDefinition>;

export const showDefinition = operation({
  summary: "Show the definition of the running instances",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/definition" },
});

/** A configuration that an instance has or had. */
export interface PastConfiguration {
  readonly id: string;
  /** When it was deployed (ISO 8601, UTC). */
  readonly created: string;
  /** Whether it is the target, which the nodes have or get. */
  readonly target: boolean;
}

export const listPastConfigurations = operation({
  summary: "List the configurations of an instance, the newest first",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {reeve}/definitions" },
});

export const showPastDefinition = operation({
  summary: "Show the definition of an instance as it was in a configuration, to deploy it again",
  effect: "read",
  input: v.strictObject({ id: about("id of the configuration", v.string()) }),
  output: v.unknown(),
  routes: { "*": "GET {reeve}/definitions/{id}" },
  example: { id: "1915bcad-1235-400f-8406-4ac7555a7d34" },
});

const limit = optional("number of entries to show, from the newest on (default: 200)", integer(1, 1000));

export const tailLog = operation({
  summary: "Show the last entries of the service's log",
  effect: "read",
  input: v.strictObject({ limit, level: optional("the lowest level to include", choice("debug", "info", "warn", "error")) }),
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/logs?limit={limit}&level={level}" },
  example: { limit: 20 },
});

/** Selects entries of the log. */
export type LogInput = InputOf<typeof tailLog>;

export const tailAudit = operation({
  summary: "Show the last entries of the audit log",
  effect: "read",
  input: v.strictObject({
    limit,
    after: optional("where the last answer ended: its header reeve-audit-next", text("a position", /^[\w.-]{1,80}$/)),
    wait: optional("seconds to wait for an entry, up to 30", integer(0, 30)),
  }),
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/audit?limit={limit}&after={after}&wait={wait}" },
  example: { limit: 20 },
});

/** Selects entries of the audit log. */
export type AuditInput = InputOf<typeof tailAudit>;

export const endSessions = operation({
  summary: "Revoke all tokens that logins of the calling account returned",
  effect: "change",
  output: v.unknown(),
  routes: { "*": "POST {base_url}/reeve/v1/logout" },
});

export const showMetrics = operation({
  summary: "Show the service's metrics",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/metrics" },
});

/** Measurements from the oldest to the newest: requests per second, steps in progress, running nodes, and bytes of memory. */
export type FiguresOverTime = Readonly<Record<"requests" | "steps" | "nodes" | "memory", readonly number[]>>;

/** Measurements of the last hour. */
export interface Figures {
  /** The time between two measurements in milliseconds. */
  readonly interval: number;
  /** The time of the newest measurements (ISO 8601, UTC); null before there are any. */
  readonly at: string | null;
  /** The measurements of the service itself. */
  readonly values: FiguresOverTime;
  /**
   * The measurements of each instance. `memory` is the memory of the instance's nodes; the list is empty if this memory cannot be measured.
   */
  readonly services: Readonly<Record<string, FiguresOverTime>>;
}

export const showFigures = operation({
  summary: "Show measurements of the last hour: requests per second, steps in progress, running nodes, memory",
  effect: "read",
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/figures" },
});

export const watchEvents = operation({
  summary: "Watch what changes: instances, nodes, plans and their steps",
  effect: "read",
  input: v.strictObject({
    service: optional("name of the instance whose events to send (default: all instances)", v.string()),
    after: optional("id of the last received event, or now for only new events; by default the current state comes first", v.string()),
    wait: optional(
      "long polling: the number of seconds to wait for events before an empty answer; by default the answer is a stream that does not end",
      integer(0, 60),
    ),
  }),
  output: v.unknown(),
  routes: { "*": "GET {base_url}/reeve/v1/events?service={service}&after={after}&wait={wait}" },
  example: { wait: 0 },
});

/** Selects events to watch. */
export type WatchInput = InputOf<typeof watchEvents>;

/** A link that opens the console with the user logged in. The link works once. */
export interface ConsoleLink {
  /** The code of the link. It is appended to the service's address after `/#once=`. */
  readonly code: string;
  /** The number of seconds for which the link works. */
  readonly seconds: number;
}

export const makeConsoleLink = operation({
  summary: "Create a link that opens the console and logs the user in; it works once",
  effect: "change",
  output: v.unknown(),
  routes: { "*": "POST {base_url}/reeve/v1/console/links" },
});

export const nodeLog = operation({
  summary: "Show the output of a node",
  effect: "read",
  input: v.strictObject({
    node: about("id of the node", v.string()),
    task: optional("name of the task (default: the task that was launched last)", v.string()),
    tail: optional("number of lines at the end of the output to start with", integer(0, 1_000_000)),
    after: optional("position in the output to continue from, as given by an earlier answer", v.string()),
    wait: optional("long polling: the number of seconds to wait for output if there is none yet", integer(0, 60)),
    follow: optional("whether to keep the answer open and send new output as it comes", v.boolean("expected true or false")),
  }),
  output: v.unknown(),
  routes: { "*": "GET {reeve}/nodes/{node}/log?task={task}&tail={tail}&after={after}&wait={wait}&follow={follow}" },
  example: { node: "broker-0", tail: 20 },
});

/** Selects a part of a node's output. */
export type NodeLogInput = InputOf<typeof nodeLog>;
