import { type NodeAction, type NodeInfo, type NodeUsage, type OwnNode, type OwnNodeDetails, summaryOf } from "@reeve/scheduler-models";
import { bytes, durationWords, shown, statusWords, wrap } from "@reeve/terminal";
import type { View } from "../view.ts";
import { fields, inputText, tableOf, timeAt } from "./fields.ts";

/** The tasks of a node, one per line. */
function nodeInfo(value: NodeInfo, view: View): readonly string[] {
  const tasks = value.map(summaryOf);
  if (tasks.length === 0) return ["no tasks"];
  return tableOf(tasks, view, [
    { head: "task", cell: ({ name }) => name },
    { head: "state", cell: ({ state }) => stateWords(state), isRare: true },
    { head: "agent", cell: ({ hostname, agent }) => hostname ?? agent, isRare: true },
    { head: "address", cell: ({ addresses }) => addresses.join(" "), isRare: true },
    { head: "since", cell: (task) => since(task, view), isRare: true },
    { head: "configuration", cell: ({ configuration }) => configuration, isRare: true },
  ]);
}

/** The time at which a task entered its state; undefined if the server's number is not a valid date. */
function since({ since }: ReturnType<typeof summaryOf>, { times, now }: View): string | undefined {
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

const actions = {
  restart: actionDone("is being restarted"),
  replace: actionDone("is being replaced"),
  pause: actionDone("is being paused"),
};

/** The renderers of node answers, for all services with nodes. */
export const nodes = { info: nodeInfo, ...actions };

/** All nodes, one per line: healthy nodes in few words, other nodes with the reason. */
function ownList(value: readonly OwnNode[], view: View): readonly string[] {
  if (value.length === 0) return ["no nodes"];
  return tableOf(value, view, [
    { head: "node", cell: ({ node, internal }) => (internal ? `${node} (internal)` : node) },
    { head: "state", cell: stateOf, isRare: true },
    { head: "since", cell: ({ since }) => timeAt(since, view), isRare: true },
    { head: "agent", cell: ({ hostname, agent }) => hostname ?? agent, isRare: true },
    { head: "address", cell: addressOf, isRare: true },
    { head: "version", cell: ({ version }) => version, isRare: true },
    { head: "differs", cell: ({ differs }) => differs.join(", "), isRare: true },
  ]);
}

/** The resource usage of nodes, each with its limit. */
function usage(value: readonly NodeUsage[], view: View): readonly string[] {
  if (value.length === 0) return ["all nodes here are simulated and have no traffic, so there is nothing to measure"];
  const drawn = tableOf(value, view, [
    { head: "node", cell: ({ node }) => node },
    { head: "memory", cell: ({ memory, memory_limit: most }) => of(memory, most) },
    { head: "processor", cell: ({ processor }) => durationWords(processor * 1000) },
    { head: "cpus", cell: ({ cpus }) => String(cpus) },
    { head: "disk", cell: ({ disk, disk_limit: most }) => of(disk, most) },
  ]);
  return value.some(({ simulated }) => simulated) ? [...drawn, "These are figures of a simulation."] : drawn;
}

/** An amount and its limit, for example `512.0 MiB of 2.0 GiB`. */
function of(used: number, most: number): string {
  return most === 0 ? bytes(used) : `${bytes(used)} of ${bytes(most)}`;
}

function ownDetails({ tasks, volumes, differs, ...node }: OwnNodeDetails, view: View): readonly string[] {
  const launches = tableOf(tasks, view, [
    { head: "task", cell: ({ task }) => task },
    { head: "state", cell: stateOf },
    { head: "since", cell: ({ since }) => timeAt(since, view) },
    { head: "id", cell: ({ taskId }) => taskId },
  ]);
  const about = { ...node, since: timeAt(node.since, view), differs, volumes };
  return [...fields(about, view.style), ...(tasks.length === 0 ? [] : ["", ...launches])];
}

/** The first address of a node, with all ports of the node. */
function addressOf({ addresses, ports }: OwnNode): string {
  const numbers = [...new Set(Object.values(ports))];
  const [address] = addresses;
  if (address === undefined) return "";
  return numbers.length === 0 ? address : `${address}:${numbers.join(",")}`;
}

/** The state of a node or a task, with the reason if there is one. */
function stateOf({ state, reason }: Pick<OwnNode, "state" | "reason">): string {
  return reason ? `${state}: ${reason}` : state;
}

/** The renderers for the nodes of the Reeve service. */
export const ownNodePictures = { list: ownList, show: ownDetails, usage, ...actions };

/** Shows `TASK_RUNNING` as "running". */
function stateWords(state: string | undefined): string | undefined {
  return state && statusWords(state.replace(/^TASK_/, ""));
}
