import { type Command, printOutcome } from "@reeve/commands";
import { version as number } from "../version.ts";

/** Shows the version of the command line, and its platform. */
export const versionCommand: Command = {
  name: "version",
  summary: "Show the versions of reeve and Node, and the platform",
  examples: ["version", "version --json"],
  effect: "read",
  run: (input, context) => {
    const { platform, arch, version: node } = process;
    const body = { reeve: number, node, platform, arch };
    return printOutcome(context, input, body, `reeve ${number} on Node ${node} (${platform} ${arch})`);
  },
};
