import { type NodeAction, type NodeInfo, summaryOf } from "@reeve/scheduler-models";
import { type Column, table } from "@reeve/terminal";
import type { Show, View, Waiting } from "../../operations/show.ts";
import { waitOptions } from "./progress.ts";
import { withPods } from "./typed-client.ts";

type Task = ReturnType<typeof summaryOf>;

const node = ({ input }: Pick<View, "input">) => String(input.node);

const info: Show<NodeInfo> = {
  table: (tasks, view) => table(tasks.map(summaryOf), taskColumns(view), view.look),
  wide: (tasks, view) => table(tasks.map(summaryOf), [...taskColumns(view), ...moreOfTasks], view.look),
};

function taskColumns({ times, now }: View): readonly Column<Task>[] {
  return [
    { head: "TASK", cell: ({ name }) => name },
    { head: "STATE", cell: ({ state }) => state?.replace(/^TASK_/, "").toLowerCase() },
    { head: "SINCE", cell: ({ since }) => since && times.at(since.getTime(), now) },
    { head: "HOST", cell: ({ hostname }) => hostname },
    { head: "ADDRESSES", cell: ({ addresses }) => addresses.join(" ") },
  ];
}

const moreOfTasks: readonly Column<Task>[] = [
  { head: "AGENT", cell: ({ agent }) => agent },
  { head: "CONFIGURATION", cell: ({ configuration }) => configuration },
  { head: "TASK ID", cell: ({ taskId }) => taskId },
];

/** The commands of nodes. */
export const podShows: Readonly<Record<string, Show>> = {
  "pods.info": info,
  "pods.restart": {
    table: begun((name) => `The restart of ${name} has begun.`),
    wait: async (view: View, waiting: Waiting) => ({
      body: await withPods(view.session.client).pods.restartAndWait({ node: node(view) }, waitOptions(view, waiting)),
      words: `${node(view)} has been restarted and is back.`,
    }),
  },
  "pods.replace": {
    table: begun((name) => `The replacement of ${name} has begun.`),
    agreement: { act: "replacing a node", name: node },
    wait: async (view: View, waiting: Waiting) => ({
      body: await withPods(view.session.client).pods.replaceAndWait({ node: node(view) }, waitOptions(view, waiting)),
      words: `${node(view)} has been replaced and is back.`,
    }),
  },
  "pods.pause": {
    table: begun((name) => `${name} is relaunched idle; pods restart brings it back.`),
  },
};

/** What has begun, and what the server says to it. */
function begun(sentence: (name: string) => string) {
  return ({ pod, message }: NodeAction, view: View): readonly string[] => [
    sentence(pod ?? node(view)),
    ...(message === undefined || message === "" ? [] : [message]),
  ];
}
