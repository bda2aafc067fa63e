import { deleteGroup, resetGroup } from "@reeve/broker-models";
import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, actionOn } from "./action.ts";

/** The actions on a consumer group. A reset shows the new offsets before it is sent. */
export function groupActions(info: InstanceInfo, group: string, drawPreview: NonNullable<Action["drawPreview"]>): readonly Action[] {
  const input = { group };
  return [
    ...actionOn(info, resetGroup, {
      ...{ label: "Reset", title: `Reset ${group}`, input, drawPreview },
      questions: { topics: "", to: "", offset: "", by: "" },
    }),
    ...actionOn(info, deleteGroup, { label: "Delete", title: `Delete ${group}`, input, opens: () => ["groups"] }),
  ];
}
