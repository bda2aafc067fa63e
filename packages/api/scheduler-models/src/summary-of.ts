import type { NodeTask } from "./node-info.ts";
import { labelsOf } from "./readers.ts";

/** The most important facts of a task. */
export interface TaskSummary {
  readonly name: string;
  readonly taskId: string;
  readonly state: string | undefined;
  readonly agent: string | undefined;
  readonly hostname: string | undefined;
  readonly addresses: readonly string[];
  /** The id of the configuration with which the task was launched. */
  readonly configuration: string | undefined;
  readonly since: Date | undefined;
}

/** Picks the most important facts from the nested form of a task. */
export function summaryOf({ info, status }: NodeTask): TaskSummary {
  const labels = labelsOf(info.labels);
  const networks = status?.containerStatus?.networkInfos ?? [];
  return {
    name: info.name,
    taskId: info.taskId.value,
    state: status?.state,
    agent: info.slaveId?.value,
    hostname: labels.get("offer_hostname"),
    addresses: networks.flatMap(({ ipAddresses }) => (ipAddresses ?? []).flatMap(({ ipAddress }) => ipAddress ?? [])),
    configuration: labels.get("target_configuration"),
    since: typeof status?.timestamp === "number" ? new Date(status.timestamp * 1000) : undefined,
  };
}
