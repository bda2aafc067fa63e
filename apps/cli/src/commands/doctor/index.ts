import type { Command } from "../../model/command.ts";

/** Checks settings, connection, login and services. */
export const doctor: Command = {
  name: "doctor",
  summary: "Find out why something does not work: what is set, reach, trust, token, services and their revisions",
  about:
    "Only reads are sent. It ends with 0 where all is well, and else with the exit code of the first thing that is not.",
  examples: ["doctor", "doctor --profile staging"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => (await import("./examine.ts")).examine(given, context),
};
