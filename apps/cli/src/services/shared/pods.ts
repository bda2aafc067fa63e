import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "./progress.ts";
import { withPods } from "./typed-client.ts";

const node = ({ input }: Pick<CommandContext, "input">) => String(input.node);

/** What the pod commands do beyond the declarations of their operations. */
export const podShows: Readonly<Record<string, CommandExtras>> = {
  "pods.restart": {
    wait: async (command, waiting) => {
      await withPods(command.session.client).pods.restartAndWait(
        { ...command.input, node: node(command) },
        waitOptions(command, waiting),
      );
      return `${node(command)} has been restarted and is back.`;
    },
  },
  "pods.replace": {
    agreement: { act: "replacing a node", name: node },
    wait: async (command, waiting) => {
      await withPods(command.session.client).pods.replaceAndWait(
        { node: node(command) },
        waitOptions(command, waiting),
      );
      return `${node(command)} has been replaced and is back.`;
    },
  },
};
