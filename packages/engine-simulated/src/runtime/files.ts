import type { LaunchRequest, Placement } from "@reeve/orchestrator";
import { renderTemplate } from "@reeve/scheduler-models";
import { portSpecs } from "./placement.ts";

/** Where a task finds itself: containers of such clusters have it here. */
const SANDBOX = "/mnt/mesos/sandbox";

/** All that a task finds in its environment: its command's, this launch's, and what only the runtime knows. */
function environmentOf(request: LaunchRequest, placement: Placement): Readonly<Record<string, string>> {
  const own: Record<string, string> = {
    MESOS_SANDBOX: SANDBOX,
    STATSD_UDP_HOST: placement.addresses[0] ?? "",
    STATSD_UDP_PORT: "8125",
  };
  for (const { name, variable } of portSpecs(request.resources)) {
    if (variable !== undefined) own[variable] = String(placement.ports[name]);
  }
  for (const { envKey, value } of request.resources["volume-specifications"]) {
    if (envKey) own[envKey] = String(value.scalar?.value ?? "");
  }
  return { ...request.command.environment, ...request.environment, ...own };
}

/** Fills the files of a task; what it says when that fails is the last word of the task. */
export function lastWordsOfFiles(request: LaunchRequest, placement: Placement): string | undefined {
  const environment = environmentOf(request, placement);
  for (const file of request.files) {
    try {
      renderTemplate(file["template-content"], environment);
    } catch (error) {
      return `${file["relative-path"]}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}
