import { type FileSystemDefinition, taskUser } from "@reeve/orchestrator/engine";
import { renderTemplate } from "@reeve/scheduler-models";
import { fileSystemEnvironment } from "./environment.ts";
import { coreSiteTemplate, fsSiteTemplate } from "./templates.ts";

/** Returns a configuration document for clients. It is the document of the nodes, with the sections of all daemons. */
export function siteDocument(
  document: "fs-site" | "core-site",
  instance: string,
  definition: FileSystemDefinition,
): string {
  const template = document === "fs-site" ? fsSiteTemplate(definition) : coreSiteTemplate();
  return renderTemplate(template, {
    ...fileSystemEnvironment(definition, ["NAMENODE", "JOURNALNODE", "DATANODE"]),
    FRAMEWORK_NAME: instance,
    TASK_USER: taskUser(definition),
    MESOS_SANDBOX: "/mnt/mesos/sandbox",
  });
}
