import { type Command, type Flag, type Group, hasFlag, type Positional } from "@reeve/commands";
import { countFields } from "../definition/count-fields.ts";
import { registeredEngines, registeredRuntimes } from "../engines/registered.ts";
import { FLAGS_HERE, FLAGS_IN_CLUSTER, FLAGS_OF_UNIT, STATE } from "../in-folder/flags.ts";

/** The types of nodes whose number a definition can set. */
const POD_TYPES = Object.values(countFields).flatMap((fields) => Object.keys(fields));

const clusters = registeredRuntimes.flatMap(({ name, installation }) => (installation ? [name] : []));

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
    "up --definition cluster.yaml --install",
    "up --runtime kubernetes --definition cluster.yaml --image example.com/reeve:1",
    "up --runtime kubernetes --definition cluster.yaml --image example.com/reeve:1 --node-image kafka=example.com/kafka:4.3.1",
  ],
  flags: [
    ...FLAGS_HERE,
    ...FLAGS_OF_UNIT,
    { name: "runtime", takes: "NAME", summary: `install the service in a cluster, and forward it to this machine: ${clusters.join(", ")}` },
    ...FLAGS_IN_CLUSTER,
  ],
  effect: "change",
  run: async (given, context) => {
    if (hasFlag(given, "runtime")) return (await import("./up-in-cluster.ts")).upInCluster(given, context);
    if (hasFlag(given, "install")) return (await import("./install.ts")).installCommand(given, context);
    if (hasFlag(given, "uninstall")) return (await import("./install.ts")).uninstallCommand(given, context);
    return (await import("./up.ts")).upCommand(given, context);
  },
};

/** Stops the local service. */
export const down: Command = {
  name: "down",
  summary: "Stop the service on this machine; its data is kept",
  about:
    "Stops only the service that reeve up has started. --purge asks before it removes anything, and lists the instances with real nodes. With --yes, their data is removed only with --force-data-loss.",
  examples: ["down", "down --purge"],
  flags: [
    STATE,
    { name: "purge", summary: "also remove all data of the service" },
    { name: "force-data-loss", summary: "with --purge --yes: also remove the data of real nodes" },
  ],
  effect: "change",
  run: async (given, context) => (await import("./down.ts")).downCommand(given, context),
};

const FILE: Positional = {
  name: "file",
  summary: "the definition (YAML); - reads it from standard input",
  required: true,
  offers: { files: true },
};

const INSTANCE: Positional = { name: "instance", summary: "the name of the instance", required: true, offers: { instances: "alone" } };

const REMOVE: Flag = {
  name: "remove",
  summary: "after confirmation, delete instances that the definition no longer contains, with their data",
};

const WAIT: Flag = { name: "wait", summary: "wait until everything is rolled out" };

/** Deploys a definition to the local service. */
export const deploy: Command = {
  name: "deploy",
  summary: "Deploy a definition to the service that reeve up started, completely or not at all",
  about:
    "Changes are rolled out node by node. A refused definition changes nothing. --dry-run shows the plan: each field that changes, which nodes start, restart or leave in which order, what waits, and what cannot be undone. Its exit code is 0 if nothing would change, 2 if something would, and 1 for bad input.",
  examples: ["deploy cluster.yaml --dry-run", "deploy cluster.yaml --wait", "deploy cluster.yaml --only kafka"],
  positionals: [FILE],
  flags: [{ name: "only", takes: "NAME,…", summary: "deploy only these instances; all others stay unchanged" }, REMOVE, WAIT],
  effect: "change",
  hasDryRun: true,
  compares: "dry-run",
  run: async (given, context) => (await import("./deploy.ts")).deployCommand(given, context),
};

/** The commands for the copies of the state that new versions leave. */
export const state: Group = {
  name: "state",
  summary: "Go back to the version before an upgrade, without losing data",
  about:
    "The first start of a new version leaves a copy of the orchestrator's part of the state: definitions, configurations and plans. The newest three are kept.",
  examples: ["state copies", "state restore 2026-01-31T12-00-00-000Z-1.0.0 --dry-run"],
  entries: [
    {
      name: "copies",
      summary: "List the copies of the state on this machine",
      examples: ["state copies"],
      flags: [STATE],
      effect: "read",
      run: async (given, context) => (await import("./state.ts")).listStateCopies(given, context),
    },
    {
      name: "restore",
      summary: "Let an older version read the state again",
      about:
        "Puts definitions, configurations and plans of a copy into the state, after confirmation. Volumes, backups and all other records of engines stay as they are. The state before is kept as another copy.",
      examples: ["state restore 2026-01-31T12-00-00-000Z-1.0.0 --dry-run"],
      positionals: [{ name: "copy", summary: "the copy, as reeve state copies lists it", required: false }],
      flags: [
        STATE,
        { name: "leave-unknown", summary: "leave out instances and nodes that the copy does not know; their volumes stay on the disk" },
      ],
      effect: "destroy",
      hasDryRun: true,
      run: async (given, context) => (await import("./state.ts")).restoreState(given, context),
    },
  ],
};

/** Opens the console in a browser. */
export const console: Command = {
  name: "console",
  summary: "Open the console of a service that reeve up started, logged in",
  about:
    "Shows a link that can be used once, within a minute. On a terminal with a display, the link is also opened in a browser. The login ends when the page is closed or reloaded.",
  examples: ["console", "console --print", "console --json"],
  flags: [{ name: "print", summary: "only show the link" }],
  effect: "read",
  run: async (given, context) => (await import("./console.ts")).consoleCommand(given, context),
};

const showDefinition: Command = {
  name: "show",
  summary: "Show the definition of the instances that reeve up runs",
  about:
    "The output is a file to edit, without the defaults. Deploying it unchanged changes nothing. Its first line names the JSON Schema, by which editors with a YAML language server complete and check the file.",
  examples: [
    "definition show > cluster.yaml",
    "definition show kafka --configuration 1915bcad-1235-400f-8406-4ac7555a7d34",
    "definition show --json",
  ],
  positionals: [{ ...INSTANCE, required: false, summary: "only this instance (default: all instances)" }],
  flags: [{ name: "configuration", takes: "ID", summary: "as it was in this configuration, which definition history lists" }],
  effect: "read",
  run: async (given, context) => (await import("./definition.ts")).showDefinitionCommand(given, context),
};

const definitionHistory: Command = {
  name: "history",
  summary: "List the configurations of an instance, the newest first",
  about: "definition show INSTANCE --configuration ID prints one of them, and deploy - --only INSTANCE deploys it again.",
  examples: ["definition history kafka"],
  positionals: [INSTANCE],
  effect: "read",
  run: async (given, context) => (await import("./definition.ts")).listHistory(given, context),
};

const diffDefinition: Command = {
  name: "diff",
  summary: "Compare a definition with what runs, and show what its deployment would do",
  about: "Shows the same as deploy --dry-run --remove. The exit code is 0 if nothing differs, 2 if something does, and 1 for bad input.",
  examples: ["definition diff cluster.yaml", "definition diff cluster.yaml --json"],
  positionals: [FILE],
  effect: "read",
  compares: "always",
  run: async (given, context) => (await import("./deploy.ts")).diffDefinition(given, context),
};

const checkDefinition: Command = {
  name: "check",
  summary: "Check a definition without a service",
  about:
    "Reports each mistake with its line. The exit code is 0 if the definition is valid, and 2 if it is not. What depends on a running service, such as whether its data fits on fewer nodes, only definition diff checks.",
  examples: ["definition check cluster.yaml"],
  positionals: [FILE],
  effect: "read",
  run: async (given, context) => (await import("./definition.ts")).checkDefinitionCommand(given, context),
};

/** The commands for the definition of the running instances. */
export const definition: Group = {
  name: "definition",
  summary: "Show the instances that reeve up runs, as a file to edit, and check such files",
  examples: ["definition show > cluster.yaml", "definition diff cluster.yaml", "definition check cluster.yaml"],
  entries: [showDefinition, diffDefinition, checkDefinition, definitionHistory],
};

/** Edits the definition of the running instances. */
export const edit: Command = {
  name: "edit",
  summary: "Edit the definition of what runs, and deploy it after confirmation",
  about:
    "Opens the editor in VISUAL or EDITOR. After saving, the definition is checked; with a mistake, the editor opens again and shows it. Then the plan is shown, and deployed if you confirm. To give up, save an empty file, or leave the file as it is.",
  examples: ["edit kafka", "edit --wait"],
  positionals: [{ ...INSTANCE, required: false, summary: "the instance to edit (default: all instances)" }],
  flags: [REMOVE, WAIT],
  effect: "change",
  run: async (given, context) => (await import("./edit.ts")).editCommand(given, context),
};

/** Changes the number of nodes of an instance. */
export const scale: Command = {
  name: "scale",
  summary: "Change the number of nodes of an instance",
  about:
    "Shows the plan, and deploys it. It asks for confirmation if nodes leave. --type selects the nodes of a file system (default: data). The exit code of --dry-run is 0 if nothing would change, 2 if something would, and 1 for bad input.",
  examples: ["scale kafka 4", "scale cassandra 5 --wait", "scale hdfs 5 --type journal --dry-run"],
  positionals: [INSTANCE, { name: "count", summary: "the number of nodes", required: true }],
  flags: [{ name: "type", takes: "TYPE", summary: "the type of the nodes", offers: { words: POD_TYPES } }, WAIT],
  effect: "change",
  hasDryRun: true,
  compares: "dry-run",
  run: async (given, context) => (await import("./scale.ts")).scaleCommand(given, context),
};

/** Shows the output of nodes that `reeve up` runs. */
export const logs: Command = {
  name: "logs",
  summary: "Show the output of a node that reeve up started",
  about:
    "Simulated nodes print what a real node would report, and keep the last lines in memory. The node's name determines the kind of service, and the settings determine the instance. --follow continues across restarts of the node and of the service.",
  examples: ["logs broker-0", "logs broker-0 --follow", "logs controller-0 --task format --tail 20"],
  positionals: [{ name: "node", summary: "the node, such as broker-0", required: true, offers: { live: "own-node" } }],
  flags: [
    { name: "task", takes: "NAME", summary: "only this task of the node, such as format (default: all tasks)" },
    { name: "tail", takes: "N", summary: "begin with the last N lines (default: 500)" },
    { name: "follow", short: "f", summary: "show new output until Ctrl-C" },
  ],
  effect: "read",
  run: async (given, context) => (await import("./logs.ts")).showLogs(given, context),
};

const names = registeredEngines.filter(({ software }) => software).map(({ name }) => name);

const ENGINE: Positional = { name: "engine", summary: `the engine: ${names.join(", ")}`, required: true, offers: { words: names } };

/** The commands that list, download and remove engines, which are the software of real nodes. */
export const engines: Group = {
  name: "engines",
  summary: "Manage the software of real nodes on this machine",
  about:
    "A definition or reeve up --engine broker=kafka selects an engine, and missing software is then fetched. All services of a user share one copy. If KAFKA_HOME names an installation, Reeve uses that installation instead.",
  examples: ["engines list", "engines fetch kafka", "engines remove kafka"],
  entries: [
    {
      name: "list",
      summary: "List the engines, what they need, and their settings in a definition",
      examples: ["engines list"],
      effect: "read",
      run: async (given, context) => (await import("./engines.ts")).listEngines(given, context),
    },
    {
      name: "fetch",
      summary: "Fetch an engine",
      about:
        "The engine comes from Maven Central, or the mirror in your Maven settings or REEVE_MAVEN_REPOSITORY; every file is verified by its checksum.",
      examples: ["engines fetch kafka"],
      positionals: [ENGINE],
      effect: "change",
      run: async (given, context) => (await import("./engines.ts")).fetchEngine(given, context),
    },
    {
      name: "remove",
      summary: "Remove an engine from this machine",
      about: "It asks for confirmation. The data of nodes is kept.",
      examples: ["engines remove kafka --yes"],
      positionals: [ENGINE],
      effect: "destroy",
      run: async (given, context) => (await import("./engines.ts")).removeEngine(given, context),
    },
  ],
};

/** The commands for the audit log of a service that reeve up started. */
export const audit: Group = {
  name: "audit",
  summary: "Show who changed what, and check that the audit log was not edited",
  examples: ["audit list", "audit list --since 2026-01-31 -o jsonl > audit.jsonl", "audit list --follow", "audit verify"],
  entries: [
    {
      name: "list",
      summary: "Show the newest entries of the audit log",
      about:
        "Refusals, such as wrong tokens, are summed up by user, address and operation. -o jsonl prints JSON lines, for an export. --follow continues across restarts of the service; auditExport in a definition lets the service itself send entries to a file or to syslog.",
      examples: ["audit list", "audit list --since 2026-01-31T12:00Z --json", "audit list --follow -o jsonl"],
      flags: [
        { name: "since", takes: "TIME", summary: "only entries from this time on (ISO 8601)" },
        { name: "limit", takes: "N", summary: "at most N entries, the newest (default: 100)" },
        { name: "follow", short: "f", summary: "show new entries until Ctrl-C" },
      ],
      effect: "read",
      run: async (given, context) => (await import("./list-audit.ts")).listAudit(given, context),
    },
    {
      name: "verify",
      summary: "Check that no entry of the audit log was changed or removed",
      about:
        "Each entry has the digest of the entry before. The exit code is 9 if one does not fit. Keep the last digest elsewhere, to notice a log that was rewritten as a whole.",
      examples: ["audit verify", "audit verify --file audit.jsonl"],
      flags: [
        { name: "state", takes: "DIR", summary: "the state folder of the service", offers: { files: true } },
        { name: "file", takes: "FILE", summary: "a copy of the file audit.jsonl", offers: { files: true } },
      ],
      effect: "read",
      run: async (given, context) => (await import("./verify-audit.ts")).verifyAudit(given, context),
    },
  ],
};
