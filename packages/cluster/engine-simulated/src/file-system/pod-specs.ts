import { fileSystemPods } from "@reeve/file-system-pods";
import type { FileSystemDefinition, FileSystemPod } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import { fileSystemEnvironment } from "./environment.ts";
import { bootstrapSiteTemplate, coreSiteTemplate, fsSiteTemplate } from "./templates.ts";

const daemons: Readonly<Record<FileSystemPod, string>> = {
  journal: "journal-node",
  name: "name-node",
  fc: "failover-controller",
  data: "data-node",
};

/** Makes the pod specs of a file system from a definition. */
export function fileSystemPodSpecs(_instance: string, definition: FileSystemDefinition): readonly PodSpec[] {
  return fileSystemPods(definition, {
    environment: (sections) => fileSystemEnvironment(definition, sections),
    command: (type, task, environment) => ({
      value: `reeve-simulated ${daemons[type]}${task === "node" ? "" : ` ${task}`}`,
      environment,
    }),
    healthCheck: () => null,
    readiness: "reeve-simulated name-node out-of-safe-mode",
    coreSite: coreSiteTemplate(),
    fsSite: (_, task) => (task === "bootstrap" ? bootstrapSiteTemplate(definition) : fsSiteTemplate(definition)),
    files: () => [],
    ownAddress: () => false,
  });
}
