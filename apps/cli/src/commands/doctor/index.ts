import type { Command } from "../../model/command.ts";

/** Checks settings, connection, login and services. */
export const doctor: Command = {
  name: "doctor",
  summary:
    "Find out why something does not work: check settings, connection, trust, token, services and their revisions",
  about: "Only reads are sent. The exit code is 0 if all is well, and otherwise that of the first check that fails.",
  examples: ["doctor", "doctor --profile staging"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => (await import("./examine.ts")).examine(given, context),
};
