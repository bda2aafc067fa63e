import { integer, maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { Id, type Wrapped } from "./labels.ts";

/** A network of a task's container. */
export interface NetworkInfo {
  readonly ipAddresses?: readonly { readonly protocol?: string | null; readonly ipAddress?: string | null }[] | null;
  readonly name?: string | null;
  readonly groups?: unknown;
  readonly labels?: unknown;
  readonly portMappings?: unknown;
}

/** The container of a task, as its agent reports it. */
export interface ContainerStatus {
  readonly containerId?: (Wrapped<string> & { readonly parent?: unknown }) | null;
  readonly networkInfos?: readonly NetworkInfo[] | null;
  readonly cgroupInfo?: unknown;
  readonly executorPid?: number | null;
}

/** The last status of a task. */
export interface TaskStatus {
  readonly taskId: Wrapped<string>;
  readonly state: "TASK_RUNNING" | (string & Record<never, never>);
  readonly message?: string | null;
  readonly source?: string | null;
  readonly reason?: string | null;
  readonly data?: unknown;
  readonly slaveId?: Wrapped<string> | null;
  readonly executorId?: Wrapped<string> | null;
  /** Seconds since 1970, with a fraction. */
  readonly timestamp?: number | null;
  readonly uuid?: unknown;
  readonly healthy?: boolean | null;
  readonly labels?: unknown;
  readonly containerStatus?: ContainerStatus | null;
  readonly unreachableTime?: unknown;
}

const anything = maybe(v.unknown());

const NetworkInfo: Schema<NetworkInfo> = object({
  ipAddresses: maybe(v.array(object({ protocol: maybe(v.string()), ipAddress: maybe(v.string()) }))),
  name: maybe(v.string()),
  groups: anything,
  labels: anything,
  portMappings: anything,
});

const ContainerStatus: Schema<ContainerStatus> = object({
  containerId: maybe(object({ value: v.string(), parent: anything })),
  networkInfos: maybe(v.array(NetworkInfo)),
  cgroupInfo: anything,
  executorPid: maybe(integer()),
});

export const TaskStatus: Schema<TaskStatus> = resource("TaskStatus", "The last status of a task.", {
  taskId: Id,
  state: v.string(),
  message: maybe(v.string()),
  source: maybe(v.string()),
  reason: maybe(v.string()),
  data: anything,
  slaveId: maybe(Id),
  executorId: maybe(Id),
  timestamp: maybe(v.number()),
  uuid: anything,
  healthy: maybe(v.boolean()),
  labels: anything,
  containerStatus: maybe(ContainerStatus),
  unreachableTime: anything,
});
