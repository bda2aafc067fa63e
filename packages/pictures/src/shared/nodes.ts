import { type NodeAction, type NodeInfo, summaryOf } from "@reeve/scheduler-models";
import { shown, table } from "@reeve/terminal";
import type { View } from "../view.ts";
import { given, head } from "./given.ts";

/** What a node runs, a task a line. */
function nodeInfo(value: NodeInfo, view: View): readonly string[] {
  const columns = [
    { head: head(view, "task"), cell: (task: Task) => task.name },
    { head: head(view, "state"), cell: (task: Task) => stateWords(task.state) },
    { head: head(view, "agent"), cell: (task: Task) => task.hostname ?? task.agent },
    { head: head(view, "address"), cell: (task: Task) => task.addresses.join(" ") },
    { head: head(view, "since"), cell: (task: Task) => since(task, view) },
    { head: head(view, "configuration"), cell: (task: Task) => task.configuration },
  ];
  const tasks = value.map(summaryOf);
  if (tasks.length === 0) return ["no tasks"];
  // A column that says nothing of any task is only in the way. That of the tasks stays: it is what the others are about.
  return table(
    tasks,
    columns.filter(({ cell }, index) => index === 0 || tasks.some((task) => cell(task))),
    view.look,
  );
}

type Task = ReturnType<typeof summaryOf>;

/** When a task came into its state. A server may send a number that is beyond all calendars: it says nothing then. */
function since({ since }: Task, { times, now }: View): string | undefined {
  const at = since?.getTime();
  return at === undefined || Number.isNaN(at) ? undefined : times.at(at, now);
}

/** What has been begun with a node, and what it means for it. */
function acted(done: string): (value: NodeAction, view: View) => readonly string[] {
  return ({ pod, tasks, message }, view) => {
    const node = pod ?? given(view, "node");
    const which = tasks.length === 0 ? "" : ` (${tasks.join(", ")})`;
    const words = [`${node} ${done}${which}`, ...(message ? [message] : [])];
    return words.map((line) => shown(line, view.look));
  };
}

/** The drawings of nodes, which all services that have them share. */
export const nodes = {
  info: nodeInfo,
  restart: acted("is being restarted"),
  replace: acted("is being replaced"),
  pause: acted("is being paused"),
};

/** `TASK_RUNNING` is "running". */
function stateWords(state: string | undefined): string | undefined {
  return state
    ?.replace(/^TASK_/, "")
    .replaceAll("_", " ")
    .toLowerCase();
}
