import { registeredEngines, registeredRuntimes } from "@reeve/service/engines";
import type { Command, Flag, Group } from "../../model/command.ts";
import { hasFlag } from "../../model/given.ts";

/** A phrase for each real engine, such as `broker=kafka for real brokers`. */
const realEngines = registeredEngines.flatMap(({ kind, name, about }) =>
  about === "" ? [] : [`${kind}=${name} for ${about.split(",")[0]}`],
);

const clusters = registeredRuntimes.flatMap(({ name, installation }) => (installation ? [name] : []));

const STATE: Flag = {
  name: "state",
  takes: "DIR",
  summary: "folder for all data of the service",
  offers: { files: true },
};

/** Starts the local service. */
export const up: Command = {
  name: "up",
  summary: "Start a service of each kind on this machine",
  about:
    "Nodes are simulated unless a definition or --engine selects real engines. Without a definition there is one instance of each kind. Commands use the new profile local unless another cluster is set. reeve engines list shows the settings of each engine in a definition.",
  examples: [
    "up",
    "up --detach --revision broker=R1",
    "up --definition cluster.yaml --tls",
    "up --engine broker=kafka",
    "up --port 0 --json",
    "up --runtime kubernetes --definition cluster.yaml --image example.com/reeve:1",
    "up --runtime kubernetes --definition cluster.yaml --image example.com/reeve:1 --node-image kafka=example.com/kafka:4.3.1",
  ],
  positionals: [],
  flags: [
    {
      name: "definition",
      takes: "FILE",
      summary: "definition of the instances (YAML); the file is watched, and changes are deployed",
      offers: { files: true },
    },
    {
      name: "changed-only",
      summary: "at the start, deploy the definition file only if it has changed since it was last deployed",
    },
    { name: "port", takes: "N", summary: "port to listen on; 0 for a free port (the default)" },
    { name: "host", takes: "ADDRESS", summary: "address to listen on (default: this machine only)" },
    STATE,
    {
      name: "token-file",
      takes: "FILE",
      summary: "tokens for a definition that names none, NAME: TOKEN on each line; a missing file is ignored",
      offers: { files: true },
    },
    {
      name: "revision",
      takes: "KIND=R",
      many: true,
      summary: "API revision for a kind of service: broker=R1, file-system=V2",
      offers: { revisions: "with-kind" },
    },
    {
      name: "engine",
      takes: "KIND=NAME",
      many: true,
      summary: `engine for a kind of service: ${realEngines.join(", ")}`,
    },
    {
      name: "pace",
      takes: "N",
      summary: "factor for all durations of the simulation: 10 makes them ten times as long, 0 removes them",
    },
    {
      name: "edition",
      takes: "EDITION",
      choices: ["open", "enterprise"],
      summary: "open (static tokens) or enterprise (service accounts that log in)",
    },
    { name: "tls", summary: "serve HTTPS, with a new certificate authority" },
    {
      name: "tls-name",
      takes: "NAME",
      many: true,
      summary: "further host name in the certificate that --tls or the definition's tls: true generates",
    },
    {
      name: "runtime",
      takes: "NAME",
      summary: `install the service in a cluster, and forward it to this machine: ${clusters.join(", ")}`,
    },
    { name: "image", takes: "REF", summary: "with --runtime: the image of the service" },
    {
      name: "node-image",
      takes: "ENGINE=REF",
      many: true,
      summary: "with --runtime: the image of the nodes of an engine, for instances without a runtime in the definition",
    },
    {
      name: "pull-secret",
      takes: "NAME",
      summary: "with --runtime: the image pull secret of the service; '' for none",
    },
    { name: "storage-class", takes: "NAME", summary: "with --runtime: the storage class of the service's claim" },
    { name: "storage", takes: "SIZE", summary: "with --runtime: the size of the service's claim (default: 1Gi)" },
    {
      name: "user",
      takes: "UID",
      summary: "with --runtime: the user id of the service (default: 1000); 0 for the user of the image",
    },
    {
      name: "namespace",
      takes: "NAME",
      summary: "with --runtime: the namespace (default: the namespace in the kubeconfig)",
    },
    {
      name: "print",
      takes: "WHAT",
      choices: ["manifests", "role"],
      summary:
        "with --runtime: only print the objects that would be created (manifests), or the role that is needed (role)",
    },
    { name: "show-token", summary: "also print the token, which reeve token prints, too" },
    { name: "detach", short: "d", summary: "run in the background; reeve down stops it" },
  ],
  effect: "change",
  run: async (given, context) =>
    hasFlag(given, "runtime")
      ? (await import("./up-in-cluster.ts")).upInCluster(given, context)
      : (await import("./up.ts")).upCommand(given, context),
};

/** Stops the local service. */
export const down: Command = {
  name: "down",
  summary: "Stop the service on this machine; its data is kept",
  about:
    "Stops only the service that reeve up has started. --purge asks before it removes anything, and lists the instances with real nodes. With --yes, their data is removed only with --force-data-loss.",
  examples: ["down", "down --purge"],
  positionals: [],
  flags: [
    STATE,
    { name: "purge", summary: "also remove all data of the service" },
    { name: "force-data-loss", summary: "with --purge --yes: also remove the data of real nodes" },
  ],
  effect: "change",
  run: async (given, context) => (await import("./down.ts")).downCommand(given, context),
};

/** Shows the rollouts of all services. */
export const status: Command = {
  name: "status",
  summary: "Show the rollouts of all services",
  about: "With --check the exit code is 13 if a rollout has failed, and 14 if one is not complete.",
  examples: ["status", "status --watch", "status --profile prod --json", "status --check"],
  positionals: [],
  flags: [
    { name: "check", summary: "exit with 13 or 14 unless all rollouts are complete" },
    { name: "watch", short: "w", summary: "show the status again after each change, until Ctrl-C or --timeout" },
  ],
  effect: "read",
  run: async (given, context) => (await import("./status.ts")).statusCommand(given, context),
};

/** Deploys a definition to the local service. */
export const deploy: Command = {
  name: "deploy",
  summary: "Deploy a definition to the service that reeve up started, completely or not at all",
  about: "Changes are rolled out node by node. A refused definition changes nothing.",
  examples: ["deploy cluster.yaml --dry-run", "deploy cluster.yaml --wait", "deploy cluster.yaml --only kafka"],
  positionals: [
    {
      name: "file",
      summary: "the definition (YAML); - reads it from standard input",
      required: true,
      offers: { files: true },
    },
  ],
  flags: [
    {
      name: "only",
      takes: "NAME,…",
      summary: "deploy only these instances; all others stay unchanged",
    },
    {
      name: "remove",
      summary: "after confirmation, delete instances that the definition no longer contains, with their data",
    },
    { name: "wait", summary: "wait until everything is rolled out" },
  ],
  effect: "change",
  hasDryRun: true,
  run: async (given, context) => (await import("./deploy.ts")).deployCommand(given, context),
};

/** Shows the resource usage of nodes. */
export const top: Command = {
  name: "top",
  summary: "Show the memory, processors and disk that the nodes of all services use",
  about:
    "Limits come from each node's specification. On a terminal, the figures are updated until Ctrl-C. Simulated nodes use no resources.",
  examples: ["top", "top --json", "top --service kafka"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => (await import("./top.ts")).topCommand(given, context),
};

/** Opens the console in a browser. */
export const console: Command = {
  name: "console",
  summary: "Open the console of a service that reeve up started, logged in",
  about:
    "Shows a link that can be used once, within a minute. On a terminal with a display, the link is also opened in a browser. The login ends when the page is closed or reloaded.",
  examples: ["console", "console --print", "console --json"],
  positionals: [],
  flags: [{ name: "print", summary: "only show the link" }],
  effect: "read",
  run: async (given, context) => (await import("./console.ts")).consoleCommand(given, context),
};

const showDefinition: Command = {
  name: "show",
  summary: "Show the definition of the instances that reeve up runs",
  about: "The output is a file to edit, without the defaults. Deploying it unchanged changes nothing.",
  examples: ["definition show > cluster.yaml", "definition show --json"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => (await import("./definition.ts")).showDefinitionCommand(given, context),
};

/** The commands for the definition of the running instances. */
export const definition: Group = {
  name: "definition",
  summary: "Show the instances that reeve up runs, as a file to edit",
  examples: ["definition show"],
  entries: [showDefinition],
};
