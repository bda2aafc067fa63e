import { api } from "@reeve/contract";
import { ownNodes, rollingRestart } from "@reeve/scheduler-models";
import { showCoreSite, showFsSite } from "./endpoints.ts";
import { showStatus } from "./file-system-status.ts";
import { fileSystemPlanOperations } from "./plans.ts";
import { fileSystemPodOperations } from "./pods.ts";
import {
  fileSystemTargetConfiguration,
  inspectFileSystemConfiguration,
  listFileSystemConfigurations,
  showFileSystemConfiguration,
} from "./target-configuration.ts";

/** The management API of the distributed file system, in both revisions. */
export const fileSystemApi = api({
  name: "file-system",
  about: "distributed file system",
  revisions: ["V1", "V2"],
  operations: {
    plans: fileSystemPlanOperations,
    pods: fileSystemPodOperations,
    nodes: ownNodes("data-1"),
    rollingRestart,
    configurations: {
      target: fileSystemTargetConfiguration,
      inspect: inspectFileSystemConfiguration,
      list: listFileSystemConfigurations,
      show: showFileSystemConfiguration,
    },
    endpoints: { fsSite: showFsSite, coreSite: showCoreSite },
    status: { show: showStatus },
  },
});

/** V1 or V2. */
export type FileSystemRevision = (typeof fileSystemApi)["revisions"][number];
