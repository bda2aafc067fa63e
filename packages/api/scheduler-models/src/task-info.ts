import { maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { Id, Labels, type Wrapped } from "./labels.ts";
import { TaskCommand } from "./task-command.ts";
import { TaskResource } from "./task-resource.ts";

/** The process that runs a task on its agent. */
export interface Executor {
  readonly type?: string | null;
  readonly executorId?: Wrapped<string> | null;
  readonly frameworkId?: Wrapped<string> | null;
  readonly command?: TaskCommand | null;
  readonly container?: unknown;
  readonly resources?: readonly TaskResource[] | null;
  readonly name?: string | null;
  readonly source?: string | null;
  readonly data?: unknown;
  readonly discovery?: unknown;
  readonly shutdownGracePeriod?: unknown;
  readonly labels?: Labels | null;
}

/** A task as it was sent to its agent. */
export interface TaskInfo {
  /** The name, in the form `<type>-<index>-node`. */
  readonly name: string;
  /** The id, in the form `<task-name>__<uuid>`; each launch has a new id. */
  readonly taskId: Wrapped<string>;
  /** The agent that runs the task. */
  readonly slaveId?: Wrapped<string> | null;
  readonly resources?: readonly TaskResource[] | null;
  readonly executor?: Executor | null;
  readonly command?: TaskCommand | null;
  readonly container?: unknown;
  readonly healthCheck?: unknown;
  readonly killPolicy?: unknown;
  readonly data?: unknown;
  /** `goal_state`, `task_type`, `index`, `offer_hostname`, `target_configuration` and others; `labelsOf` makes a map of them. */
  readonly labels?: Labels | null;
  readonly discovery?: unknown;
}

const anything = maybe(v.unknown());

const Executor: Schema<Executor> = object({
  type: maybe(v.string()),
  executorId: maybe(Id),
  frameworkId: maybe(Id),
  command: maybe(TaskCommand),
  container: anything,
  resources: maybe(v.array(TaskResource)),
  name: maybe(v.string()),
  source: maybe(v.string()),
  data: anything,
  discovery: anything,
  shutdownGracePeriod: anything,
  labels: maybe(Labels),
});

export const TaskInfo: Schema<TaskInfo> = resource("TaskInfo", "A task as it was sent to its agent.", {
  name: v.string(),
  taskId: Id,
  slaveId: maybe(Id),
  resources: maybe(v.array(TaskResource)),
  executor: maybe(Executor),
  command: maybe(TaskCommand),
  container: anything,
  healthCheck: anything,
  killPolicy: anything,
  data: anything,
  labels: maybe(Labels),
  discovery: anything,
});
