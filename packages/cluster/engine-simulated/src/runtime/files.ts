import { type LaunchRequest, type Placement, taskEnvironment } from "@reeve/orchestrator/runtime";
import { renderTemplate } from "@reeve/scheduler-models";

/** The working directory of a task in a Mesos container. */
const SANDBOX = "/mnt/mesos/sandbox";

/** Fills in the templates of a task's files. If this is not possible, returns the error message with which the task fails. */
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
