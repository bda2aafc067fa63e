import type { HasNodes, NodeWaits } from "@reeve/client";
import type { AnyNodeInput, Force } from "@reeve/scheduler-models";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "./progress.ts";

type Input = AnyNodeInput & Force;

const input = (command: CommandContext) => command.input as unknown as Input;

function nodesOf({ session }: CommandContext): HasNodes["nodes"] & NodeWaits {
  return (session.client as HasNodes & { readonly nodes: NodeWaits }).nodes;
}

/** What the commands for nodes of the Reeve service do beyond the declarations of their operations. */
export const nodeShows: Readonly<Record<string, CommandExtras>> = {
  "nodes.restart": {
    wait: async (command, waiting) => {
      await nodesOf(command).restartAndWait(input(command), waitOptions(command, waiting));
      return `${input(command).node} has been restarted and is back.`;
    },
  },
  "nodes.replace": {
    agreement: { act: "replacing a node", name: (command) => String(input(command).node) },
    wait: async (command, waiting) => {
      await nodesOf(command).replaceAndWait(input(command), waitOptions(command, waiting));
      return `${input(command).node} has been replaced and is back.`;
    },
  },
  "nodes.pause": {
    wait: async (command, waiting) => {
      await nodesOf(command).pauseAndWait(input(command), waitOptions(command, waiting));
      return `${input(command).node} is paused.`;
    },
  },
};
