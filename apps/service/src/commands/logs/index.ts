import type { Command } from "@reeve/commands";

/** Shows the output of nodes that `reeve up` runs. */
export const logs: Command = {
  name: "logs",
  summary: "Show the output of a node that reeve up started",
  about:
    "Simulated nodes print nothing. The node's name determines the kind of service, and the settings determine the instance. --follow continues across restarts of the node and of the service.",
  examples: ["logs broker-0", "logs broker-0 --follow", "logs controller-0 --task format --tail 20"],
  positionals: [{ name: "node", summary: "the node, such as broker-0", required: true, offers: { live: "node" } }],
  flags: [
    { name: "task", takes: "NAME", summary: "only this task of the node, such as format (default: all tasks)" },
    { name: "tail", takes: "N", summary: "begin with the last N lines (default: 500)" },
    { name: "follow", short: "f", summary: "show new output until Ctrl-C" },
  ],
  effect: "read",
  run: async (given, context) => (await import("./show-logs.ts")).showLogs(given, context),
};
