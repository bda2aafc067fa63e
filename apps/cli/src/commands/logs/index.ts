import type { Command } from "../../model/command.ts";

/** Shows the output of nodes of a service of `reeve up`. */
export const logs: Command = {
  name: "logs",
  summary: "Show the output of a node of reeve up",
  about:
    "Nodes that really run print; simulated ones do not. The service is the one that is set for the kind of the node. --follow continues across restarts of the node and of the service.",
  examples: ["logs broker-0", "logs broker-0 --follow", "logs controller-0 --task format --tail 20"],
  positionals: [{ name: "node", summary: "the node, such as broker-0", required: true, offers: { live: "node" } }],
  flags: [
    { name: "task", takes: "NAME", summary: "one task of the node, such as format; by default all" },
    { name: "tail", takes: "N", summary: "begin with the last N lines; 500 when left out" },
    { name: "follow", short: "f", summary: "follow new output, until Ctrl-C" },
  ],
  effect: "read",
  run: async (given, context) => (await import("./show-logs.ts")).showLogs(given, context),
};
