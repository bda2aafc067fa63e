import type { Command } from "@reeve/commands";

/** Shows the rollouts of all services. */
export const status: Command = {
  name: "status",
  summary: "Show the rollouts of all services",
  about: "With --check the exit code is 13 if a rollout has failed, and 14 if one is not complete.",
  examples: ["status", "status --watch", "status --profile prod --json", "status --check"],
  flags: [
    { name: "check", summary: "exit with 13 or 14 unless all rollouts are complete" },
    { name: "watch", short: "w", summary: "show the status again after each change, until Ctrl-C or --timeout" },
  ],
  effect: "read",
  run: async (given, context) => (await import("./status.ts")).statusCommand(given, context),
};

/** Shows the resource usage of nodes. */
export const top: Command = {
  name: "top",
  summary: "Show the memory, processors and disk that the nodes of all services use",
  about:
    "Limits come from each node's specification. On a terminal, the figures are updated until Ctrl-C. Simulated nodes use no resources.",
  examples: ["top", "top --json", "top --service kafka"],
  effect: "read",
  run: async (given, context) => (await import("./top.ts")).topCommand(given, context),
};
