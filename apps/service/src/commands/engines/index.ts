import type { Group, Positional } from "@reeve/commands";
import { registeredEngines } from "../../engines/registered.ts";

const names = registeredEngines.filter(({ software }) => software).map(({ name }) => name);

const ENGINE: Positional = {
  name: "engine",
  summary: `the engine: ${names.join(", ")}`,
  required: true,
  offers: { words: names },
};

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
      run: async (given, context) => (await import("./list.ts")).listEngines(given, context),
    },
    {
      name: "fetch",
      summary: "Fetch an engine",
      about: "Maven downloads the engine, with your mirrors and proxies; every file is verified by its checksum.",
      examples: ["engines fetch kafka"],
      positionals: [ENGINE],
      effect: "change",
      run: async (given, context) => (await import("./fetch.ts")).fetchEngine(given, context),
    },
    {
      name: "remove",
      summary: "Remove an engine from this machine",
      about: "It asks for confirmation. The data of nodes is kept.",
      examples: ["engines remove kafka --yes"],
      positionals: [ENGINE],
      effect: "destroy",
      run: async (given, context) => (await import("./remove.ts")).removeEngine(given, context),
    },
  ],
};
