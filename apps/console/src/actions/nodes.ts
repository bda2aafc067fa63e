import { kindApis } from "../state/calls.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, actionOn } from "./action.ts";

/** The actions on a node. */
export function nodeActions(info: InstanceInfo, node: string): readonly Action[] {
  const { restart, pause, replace } = kindApis[info.kind].operations.nodes;
  const input = { node };
  const opens = () => ["plans", "recovery"];
  return [
    ...actionOn(info, restart, {
      ...{ label: "restart", title: `Restart ${node}`, input, opens },
      about: `${node} is stopped and launched again in the same place. Its volumes are kept.`,
    }),
    ...actionOn(info, pause, {
      ...{ label: "pause", title: `Pause ${node}`, input, opens },
      about: `${node} is launched again in an idle state, for debugging. The node serves nothing until it is restarted.`,
    }),
    ...actionOn(info, replace, { label: "replace", title: `Replace ${node}`, input, opens, questions: { force: "" } }),
  ];
}
