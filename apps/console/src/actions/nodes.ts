import type { InstanceInfo } from "../state/cluster.ts";
import { capitalised } from "../words.ts";
import { type Action, possible } from "./action.ts";

/** The actions on a node. */
export function nodeActions(info: InstanceInfo, node: string): readonly Action[] {
  const action = (verb: string, more: Pick<Action, "about" | "questions">): Action => ({
    ...more,
    info,
    label: verb,
    title: `${capitalised(verb)} ${node}`,
    call: { name: `nodes.${verb}`, input: { node } },
    name: node,
  });
  return possible([
    action("restart", {
      about: `${node} is stopped and launched again in the same place. Its volumes are kept.`,
    }),
    action("pause", {
      about: `${node} is launched again in an idle state, for debugging. The node serves nothing until it is restarted.`,
    }),
    action("replace", {
      questions: [{ field: "force", label: "Replace even if data is lost for good", value: "", checked: "data-loss" }],
    }),
  ]);
}
