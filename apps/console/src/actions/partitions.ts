import { balancePartitions, electLeaders } from "@reeve/broker-models";
import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, actionOn } from "./action.ts";

/** The first value of the maximum rate at which partitions are copied. */
export const FIRST_RATE = "50MB/s";

/** The actions on all partitions. */
export function partitionActions(info: InstanceInfo, drawPreview?: Action["drawPreview"]): readonly Action[] {
  return [
    ...actionOn(info, balancePartitions, {
      label: "Balance partitions",
      about: "As few partitions as possible move until all brokers have the same share. The plan partitions shows the moves.",
      questions: { throttle: FIRST_RATE, away_from: "" },
      ...(drawPreview && { drawPreview }),
    }),
    ...actionOn(info, electLeaders, {
      label: "Elect leaders",
      about: "The first replica of each partition becomes its leader again. The election waits until a rollout in progress has ended.",
    }),
  ];
}
