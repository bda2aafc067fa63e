import type { Scene, Show } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";

const broker = ({ input }: Pick<Scene, "input">) => String(input.broker);

/** Command line behaviour of broker commands, which R1 and R2 have. */
export const brokerShows: Readonly<Record<string, Show>> = {
  "brokers.restart": {
    wait: async (scene, waiting) => {
      await brokerClient(scene.session).brokers.restartAndWait({ broker: broker(scene) }, waitOptions(scene, waiting));
      return `broker-${broker(scene)} has been restarted, and is in sync again.`;
    },
  },
  "brokers.replace": {
    agreement: { act: "replacing a broker", name: (scene) => `broker-${broker(scene)}` },
    wait: async (scene, waiting) => {
      await brokerClient(scene.session).brokers.replaceAndWait({ broker: broker(scene) }, waitOptions(scene, waiting));
      return `broker-${broker(scene)} has been replaced, and is in sync again.`;
    },
  },
};
