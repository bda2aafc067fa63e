import { labelsOf } from "./labels-of.ts";
import type { NodeTask } from "./node-info.ts";

/** What most people want to know of a task. */
export interface TaskSummary {
  readonly name: string;
  readonly taskId: string;
  readonly state: string | undefined;
  readonly agent: string | undefined;
  readonly hostname: string | undefined;
  readonly addresses: readonly string[];
  /** The configuration that it was launched with. */
  readonly configuration: string | undefined;
  readonly since: Date | undefined;
}

/** Takes what most people want to know out of the nesting of a task. */
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
