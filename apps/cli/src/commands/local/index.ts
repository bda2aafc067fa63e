import { registeredEngines } from "@reeve/service/engines";
import type { Command, Flag, Group } from "../../model/command.ts";

/** `broker=kafka for real brokers` */
const realEngines = registeredEngines.flatMap(({ kind, name, about }) =>
  about === "" ? [] : [`${kind}=${name} for ${about.split(",")[0]}`],
);

const STATE: Flag = {
  name: "state",
  takes: "DIR",
  summary: "folder that everything is kept in",
  offers: { files: true },
};

/** Starts the local service. */
export const up: Command = {
  name: "up",
  summary: "Start the three services on this machine",
  about:
    "Simulated unless a definition says otherwise. Without a definition there is one instance of each kind. A profile named local is made for it, and used where nothing else is set. What a definition can say to an engine, reeve engines list shows.",
  examples: [
    "up",
    "up --detach --revision broker=R1",
    "up --definition cluster.yaml --tls",
    "up --engine broker=kafka",
    "up --port 0 --json",
  ],
  positionals: [],
  flags: [
    {
      name: "definition",
      takes: "FILE",
      summary: "definition of what to run (YAML); it is watched",
      offers: { files: true },
    },
    { name: "port", takes: "N", summary: "port to listen on; a free one when left out or 0" },
    { name: "host", takes: "ADDRESS", summary: "address to listen on; this machine only when left out" },
    STATE,
    {
      name: "revision",
      takes: "KIND=R",
      many: true,
      summary: "revision of the services of a kind: broker=R1, file-system=V2",
      offers: { revisions: "with-kind" },
    },
    {
      name: "engine",
      takes: "KIND=NAME",
      many: true,
      summary: `the engine of the services of a kind: ${realEngines.join(", ")}`,
    },
    {
      name: "pace",
      takes: "N",
      summary: "how long things take in the simulation: 1 as usual, 10 ten times as long, 0 no time",
    },
    {
      name: "edition",
      takes: "EDITION",
      choices: ["open", "enterprise"],
      summary: "open (static tokens) or enterprise (service accounts that log in)",
    },
    { name: "tls", summary: "speak HTTPS, with a certificate authority made for it" },
    { name: "detach", short: "d", summary: "run in the background; reeve down stops it" },
  ],
  effect: "change",
  run: async (given, context) => (await import("./up.ts")).upCommand(given, context),
};

/** Stops the local service. */
export const down: Command = {
  name: "down",
  summary: "Stop the service on this machine; its data is kept",
  about:
    "Stops only what reeve up has started. --purge lists the instances whose nodes really run and asks before it removes anything; with --yes it removes them only with --force-data-loss.",
  examples: ["down", "down --purge"],
  positionals: [],
  flags: [
    STATE,
    { name: "purge", summary: "remove all its data, too" },
    { name: "force-data-loss", summary: "with --purge --yes: remove real data, too" },
  ],
  effect: "change",
  run: async (given, context) => (await import("./down.ts")).downCommand(given, context),
};

/** Shows rollouts. */
export const status: Command = {
  name: "status",
  summary: "Show the rollouts of all services",
  about: "With --check the exit code is 13 if a rollout has failed, and 14 if one is not complete.",
  examples: ["status", "status --watch", "status --profile prod --json", "status --check"],
  positionals: [],
  flags: [
    { name: "check", summary: "exit with 13 or 14 unless everything is complete" },
    { name: "watch", short: "w", summary: "show it again whenever something changes, until Ctrl-C or --timeout" },
  ],
  effect: "read",
  run: async (given, context) => (await import("./status.ts")).statusCommand(given, context),
};

/** Changes what the local service runs. */
export const deploy: Command = {
  name: "deploy",
  summary: "Deploy a definition to the service of reeve up: all of it, or nothing",
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
      summary: "deploy these instances of it only; all others stay as they are",
    },
    { name: "remove", summary: "remove instances that it no longer names, with their data; it asks first" },
    { name: "wait", summary: "wait until everything is rolled out" },
  ],
  effect: "change",
  hasDryRun: true,
  run: async (given, context) => (await import("./deploy.ts")).deployCommand(given, context),
};

/** Shows what nodes use. */
export const top: Command = {
  name: "top",
  summary: "Show what the nodes of all services use: memory, processors, disk",
  about:
    "With the limits of each node's specification. At a terminal it is refreshed until Ctrl-C, elsewhere shown once. Simulated nodes use nothing.",
  examples: ["top", "top --json", "top --service kafka"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => (await import("./top.ts")).topCommand(given, context),
};

/** Opens the page that the service serves. */
export const console: Command = {
  name: "console",
  summary: "Open the page that a service of reeve up serves, logged in",
  about:
    "Shows a link that logs in once, within a minute, and opens it in a browser at a terminal. The login ends with the page.",
  examples: ["console", "console --print", "console --json"],
  positionals: [],
  flags: [{ name: "print", summary: "only show the link" }],
  effect: "read",
  run: async (given, context) => (await import("./console.ts")).consoleCommand(given, context),
};

const showDefinition: Command = {
  name: "show",
  summary: "Show the definition of what a service of reeve up runs",
  about: "As a file to edit, without the defaults. Deploying it unchanged changes nothing.",
  examples: ["definition show > cluster.yaml", "definition show --json"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => (await import("./definition.ts")).showDefinitionCommand(given, context),
};

/** The definition of what runs. */
export const definition: Group = {
  name: "definition",
  summary: "Show what a service of reeve up runs, as a file to edit",
  examples: ["definition show"],
  entries: [showDefinition],
};
