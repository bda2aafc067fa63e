import { taskUser, withoutSecrets } from "@reeve/orchestrator/engine";
import { renderTemplate } from "@reeve/scheduler-models";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { templateValues } from "../specs/pod-specs.ts";
import { coreSiteTemplate, fsSiteTemplate } from "../specs/templates.ts";
import type { HdfsMembers } from "./members.ts";
import { peersOf } from "./peers.ts";

/**
 * Returns a configuration document for clients, without secrets. It is the document that nodes get, but with the sections of all daemons
 * and with addresses that clients can reach.
 */
export function clientDocument(document: "fs-site" | "core-site", { instance, definition, members }: SiteContext): string {
  const { core, hdfs } = definition.engineConfiguration;
  const engineConfiguration = { core: withoutSecrets(core), hdfs: withoutSecrets(hdfs) };
  const shown = { ...definition, engineConfiguration };
  const template = document === "fs-site" ? fsSiteTemplate("client", shown) : coreSiteTemplate(shown);
  return renderTemplate(template, {
    ...templateValues(definition, ["NAMENODE", "JOURNALNODE", "DATANODE"]),
    ...peersOf("name", members),
    FRAMEWORK_NAME: instance,
    TASK_USER: taskUser(definition),
    MESOS_SANDBOX: "/mnt/mesos/sandbox",
    // The address on which pods listen. Clients do not use it, but the template needs a value.
    MESOS_CONTAINER_IP: "0.0.0.0",
  });
}

interface SiteContext {
  readonly instance: string;
  readonly definition: HdfsDefinition;
  readonly members: HdfsMembers;
}
