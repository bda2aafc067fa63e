import { type LaunchRequest, type Placement, taskEnvironment } from "@reeve/orchestrator";
import { renderTemplate } from "@reeve/scheduler-models";

/** The working directory of a task, as containers of such clusters have it. */
const SANDBOX = "/mnt/mesos/sandbox";

/** Fills the files of a task; where that fails, gives the task's last words. */
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
