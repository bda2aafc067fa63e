import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";

const broker = ({ input }: Pick<CommandContext, "input">) => String(input.broker);

/** What the broker commands, which only R1 and R2 have, do beyond the declarations of their operations. */
export const brokerShows: Readonly<Record<string, CommandExtras>> = {
  "brokers.restart": {
    wait: async (command, waiting) => {
      await brokerClient(command.session).brokers.restartAndWait(
        { broker: broker(command) },
        waitOptions(command, waiting),
      );
      return `broker-${broker(command)} has been restarted, and is in sync again.`;
    },
  },
  "brokers.replace": {
    agreement: { act: "replacing a broker", name: (command) => `broker-${broker(command)}` },
    wait: async (command, waiting) => {
      await brokerClient(command.session).brokers.replaceAndWait(
        { broker: broker(command) },
        waitOptions(command, waiting),
      );
      return `broker-${broker(command)} has been replaced, and is in sync again.`;
    },
  },
};
