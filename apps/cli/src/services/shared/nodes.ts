import type { HasNodes, NodeWaits } from "@reeve/client";
import type { AnyNodeInput, Force } from "@reeve/scheduler-models";
import type { Scene, Show } from "../../operations/show.ts";
import { waitOptions } from "./progress.ts";

type Input = AnyNodeInput & Force;

const input = (scene: Scene) => scene.input as unknown as Input;

function nodesOf({ session }: Scene): HasNodes["nodes"] & NodeWaits {
  return (session.client as HasNodes & { readonly nodes: NodeWaits }).nodes;
}

/** Command line behaviour of the commands for nodes of Reeve's own service. */
export const nodeShows: Readonly<Record<string, Show>> = {
  "nodes.restart": {
    wait: async (scene, waiting) => {
      await nodesOf(scene).restartAndWait(input(scene), waitOptions(scene, waiting));
      return `${input(scene).node} has been restarted and is back.`;
    },
  },
  "nodes.replace": {
    agreement: { act: "replacing a node", name: (scene) => String(input(scene).node) },
    wait: async (scene, waiting) => {
      await nodesOf(scene).replaceAndWait(input(scene), waitOptions(scene, waiting));
      return `${input(scene).node} has been replaced and is back.`;
    },
  },
};
