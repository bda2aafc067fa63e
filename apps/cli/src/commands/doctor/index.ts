import type { Command } from "@reeve/commands";

/** Checks settings, connection, login and services. */
export const doctor: Command = {
  name: "doctor",
  summary: "Find problems: check settings, connection, trust, token, services and their revisions",
  about: "Only read requests are sent. If a check fails, the exit code is that of the first failure.",
  examples: ["doctor", "doctor --profile staging"],
  effect: "read",
  run: async (given, context) => (await import("./examine.ts")).examine(given, context),
};
