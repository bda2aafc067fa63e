import { api } from "@reeve/contract";
import { allPlans, inspectPlan, ownNodes } from "@reeve/scheduler-models";
import { coreSite, fsSite } from "./endpoints.ts";
import {
  continuePlan,
  forceCompleteStep,
  interruptPlan,
  listPlans,
  restartStep,
  showPlan,
  startPlan,
  stopPlan,
} from "./plans.ts";
import { listPods, pausePod, podInfo, replacePod, restartPod } from "./pods.ts";
import { showStatus } from "./status.ts";
import { listConfigurations, showConfiguration, targetConfiguration } from "./target-configuration.ts";

/** The management API of the distributed file system, in both revisions. */
export const fileSystemApi = api({
  name: "file-system",
  about: "distributed file system",
  revisions: ["V1", "V2"],
  operations: {
    plans: {
      list: listPlans,
      show: showPlan,
      all: allPlans,
      inspect: inspectPlan,
      continue: continuePlan,
      interrupt: interruptPlan,
      forceComplete: forceCompleteStep,
      restart: restartStep,
      start: startPlan,
      stop: stopPlan,
    },
    pods: { list: listPods, info: podInfo, restart: restartPod, replace: replacePod, pause: pausePod },
    nodes: ownNodes("data-1"),
    configurations: { target: targetConfiguration, list: listConfigurations, show: showConfiguration },
    endpoints: { fsSite, coreSite },
    status: { show: showStatus },
  },
});

/** V1 or V2. */
export type FileSystemRevision = (typeof fileSystemApi)["revisions"][number];
