import { type LaunchRequest, type Placement, taskEnvironment } from "@reeve/orchestrator";
import { renderTemplate } from "@reeve/scheduler-models";

/** Where a task finds itself: containers of such clusters have it here. */
const SANDBOX = "/mnt/mesos/sandbox";

/** Fills the files of a task; what it says when that fails is the last word of the task. */
export function lastWordsOfFiles(request: LaunchRequest, placement: Placement): string | undefined {
  const environment = taskEnvironment(request, placement, SANDBOX);
  for (const file of request.files) {
    try {
      renderTemplate(file["template-content"], { ...environment, ...request.secrets });
    } catch (error) {
      return `${file["relative-path"]}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}
