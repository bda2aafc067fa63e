import { type Answer, answer, decode, form, isRecord, maybe, object, resource, resourceList, type Schema } from "@reeve/contract";
import { TaskInfo } from "./task-info.ts";
import { TaskStatus } from "./task-status.ts";

/** One task of a node: its launch and its last status. */
export interface NodeTask {
  readonly info: TaskInfo;
  /** Null or absent before the first status arrives. */
  readonly status?: TaskStatus | null;
}

/** All tasks of a node. */
export type NodeInfo = readonly NodeTask[];

const NodeTask: Schema<NodeTask> = resource("NodeTask", "One task of a node: its launch and its last status.", {
  info: TaskInfo,
  status: maybe(TaskStatus),
});

export const NodeInfo: Schema<NodeInfo> = resourceList("NodeInfo", "All tasks of a node.", NodeTask);

const OTHER_SHAPE = "the server does not send a list of tasks; the tasks in its answer are shown as a list";

/** The API documents show a list. Some servers send a single task without a list, or a list inside an object. */
export const nodeInfoAnswer: Answer<NodeInfo> = answer(NodeInfo, {
  open: "the server does not send a list of tasks; its answer is shown unchanged",
  also: [
    form(NodeTask, { when: ({ body }) => isRecord(body) && "info" in body, read: (task): NodeInfo => [task], note: OTHER_SHAPE }),
    form(object({}), {
      when: ({ body }) => isRecord(body) && tasksIn(body) !== undefined,
      read: (wire): NodeInfo => tasksIn(wire) ?? [],
      note: OTHER_SHAPE,
    }),
  ],
});

/** The first list of tasks in an object, under any name; undefined if there is none. */
function tasksIn(body: object): NodeInfo | undefined {
  for (const value of Object.values(body)) {
    const decoded = Array.isArray(value) && value.length > 0 ? decode(NodeInfo, value) : undefined;
    if (decoded?.ok) return decoded.value;
  }
  return undefined;
}
