import {
  type NodeAction,
  type NodeInfo,
  type NodeUsage,
  type OwnNode,
  type OwnNodeDetails,
  type OwnTask,
  summaryOf,
} from "@reeve/scheduler-models";
import { bytes, durationWords, shown, table, wrap } from "@reeve/terminal";
import type { View } from "../view.ts";
import { fields, head, inputText } from "./fields.ts";

/** The tasks of a node, one per line. */
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
  // Columns without values are not shown. The column of tasks is always shown, because the other columns describe the tasks.
  return table(
    tasks,
    columns.filter(({ cell }, index) => index === 0 || tasks.some((task) => cell(task))),
    view.style,
  );
}

type Task = ReturnType<typeof summaryOf>;

/** The time at which a task entered its state; undefined if the server's number is not a valid date. */
function since({ since }: Task, { times, now }: View): string | undefined {
  const at = since?.getTime();
  return at === undefined || Number.isNaN(at) ? undefined : times.at(at, now);
}

/** Renders the answer to a restart, a replacement or a pause: the node, what happens to it, and the affected tasks. */
function actionDone(done: string): (value: NodeAction, view: View) => readonly string[] {
  return ({ pod, tasks, message }, view) => {
    const node = pod ?? inputText(view, "node");
    const which = tasks.length === 0 ? "" : ` (${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")})`;
    const words = [`${node} ${done}${which}`, ...(message ? [message] : [])];
    return words.flatMap((line) => wrap(shown(line, view.style), view.style.width));
  };
}

/** The renderers of node answers, for all services with nodes. */
export const nodes = {
  info: nodeInfo,
  restart: actionDone("is being restarted"),
  replace: actionDone("is being replaced"),
  pause: actionDone("is being paused"),
};

/** All nodes, one per line: healthy nodes in few words, other nodes with the reason. */
function ownList(value: readonly OwnNode[], view: View): readonly string[] {
  if (value.length === 0) return ["no nodes"];
  const columns = [
    { head: head(view, "node"), cell: ({ node, internal }: OwnNode) => (internal ? `${node} (internal)` : node) },
    { head: head(view, "state"), cell: ({ state, reason }: OwnNode) => (reason ? `${state}: ${reason}` : state) },
    { head: head(view, "since"), cell: ({ since }: OwnNode) => timeOf(since, view) },
    { head: head(view, "agent"), cell: ({ hostname, agent }: OwnNode) => hostname ?? agent ?? undefined },
    { head: head(view, "address"), cell: addressOf },
    { head: head(view, "version"), cell: ({ version }: OwnNode) => version ?? undefined },
    { head: head(view, "differs"), cell: ({ differs }: OwnNode) => differs.join(", ") },
  ];
  const filled = columns.filter(({ cell }, index) => index === 0 || value.some((node) => cell(node)));
  return table(value, filled, view.style);
}

/** The resource usage of nodes, each with its limit. */
function usage(value: readonly NodeUsage[], view: View): readonly string[] {
  if (value.length === 0) return ["all nodes here are simulated and have no traffic, so there is nothing to measure"];
  const columns = [
    { head: head(view, "node"), cell: ({ node }: NodeUsage) => node },
    { head: head(view, "memory"), cell: ({ memory, memory_limit: most }: NodeUsage) => of(memory, most) },
    { head: head(view, "processor"), cell: ({ processor }: NodeUsage) => durationWords(processor * 1000) },
    { head: head(view, "cpus"), cell: ({ cpus }: NodeUsage) => String(cpus) },
    { head: head(view, "disk"), cell: ({ disk, disk_limit: most }: NodeUsage) => of(disk, most) },
  ];
  const note = value.some(({ simulated }) => simulated) ? ["These are figures of a simulation."] : [];
  return [...table(value, columns, view.style), ...note];
}

/** An amount and its limit, for example `512.0 MiB of 2.0 GiB`. */
function of(used: number, most: number): string {
  return most === 0 ? bytes(used) : `${bytes(used)} of ${bytes(most)}`;
}

function ownDetails({ tasks, volumes, differs, ...node }: OwnNodeDetails, view: View): readonly string[] {
  const launches = table(
    tasks,
    [
      { head: head(view, "task"), cell: ({ task }: OwnTask) => task },
      { head: head(view, "state"), cell: ({ state, reason }: OwnTask) => (reason ? `${state}: ${reason}` : state) },
      { head: head(view, "since"), cell: ({ since }: OwnTask) => timeOf(since, view) },
      { head: head(view, "id"), cell: ({ taskId }: OwnTask) => taskId },
    ],
    view.style,
  );
  const about = { ...node, since: timeOf(node.since, view), differs, volumes };
  return [...fields(about, view.style), ...(tasks.length === 0 ? [] : ["", ...launches])];
}

/** The first address of a node, with all ports of the node. */
function addressOf({ addresses, ports }: OwnNode): string {
  const numbers = [...new Set(Object.values(ports))];
  const [address] = addresses;
  if (address === undefined) return "";
  return numbers.length === 0 ? address : `${address}:${numbers.join(",")}`;
}

/** A time as text; undefined if the time is not valid. */
function timeOf(text: string | null | undefined, { times, now }: View): string | undefined {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : times.at(at, now);
}

/** The renderers for the nodes of the Reeve service. */
export const ownNodePictures = {
  list: ownList,
  show: ownDetails,
  usage,
  restart: nodes.restart,
  replace: nodes.replace,
  pause: nodes.pause,
};

/** Shows `TASK_RUNNING` as "running". */
function stateWords(state: string | undefined): string | undefined {
  return state
    ?.replace(/^TASK_/, "")
    .replaceAll("_", " ")
    .toLowerCase();
}
