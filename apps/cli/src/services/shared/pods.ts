import type { Scene, Show } from "../../operations/show.ts";
import { waitOptions } from "./progress.ts";
import { withPods } from "./typed-client.ts";

const node = ({ input }: Pick<Scene, "input">) => String(input.node);

/** Command line behaviour of node commands. */
export const podShows: Readonly<Record<string, Show>> = {
  "pods.restart": {
    wait: async (scene, waiting) => {
      await withPods(scene.session.client).pods.restartAndWait(
        { ...scene.input, node: node(scene) },
        waitOptions(scene, waiting),
      );
      return `${node(scene)} has been restarted and is back.`;
    },
  },
  "pods.replace": {
    agreement: { act: "replacing a node", name: node },
    wait: async (scene, waiting) => {
      await withPods(scene.session.client).pods.replaceAndWait({ node: node(scene) }, waitOptions(scene, waiting));
      return `${node(scene)} has been replaced and is back.`;
    },
  },
};
