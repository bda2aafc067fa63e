import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, possible, type Question } from "./action.ts";

/** Asks for the maximum rate at which partitions are copied. */
export const throttle: Question = { field: "throttle", label: "Maximum rate of each broker", value: "50MB/s" };

/** The actions on all partitions. */
export function partitionActions(info: InstanceInfo, drawPreview?: Action["drawPreview"]): readonly Action[] {
  return possible([
    {
      info,
      label: "Balance partitions",
      title: "Balance partitions",
      about:
        "As few partitions as possible move until all brokers have the same share. The plan `partitions` shows the moves.",
      call: { name: "partitions.balance", input: {} },
      questions: [
        throttle,
        {
          field: "away_from",
          label: "Brokers to empty, such as broker-2 (optional)",
          value: "",
          isOptional: true,
        },
      ],
      ...(drawPreview && { drawPreview }),
    },
    {
      info,
      label: "Elect leaders",
      title: "Elect leaders",
      about:
        "The first replica of each partition becomes its leader again. The election waits until a rollout in progress has ended.",
      call: { name: "partitions.electLeaders", input: {} },
    },
  ]);
}
