import type { TargetConfiguration } from "@reeve/file-system-models";
import { demandOf, isOneShot, type PodSpec } from "@reeve/scheduler-models";
import { type Column, picture, table } from "@reeve/terminal";
import type { Show } from "../../operations/show.ts";

/** The pods of a configuration, after what holds for all of them; `-o yaml` shows everything, templates included. */
const configuration: Show<TargetConfiguration> = {
  table: ({ "pod-specs": pods, ...rest }, { look }) => {
    const whole = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value !== "object"));
    return [...(picture(whole, look) ?? []), "", ...table(pods.flatMap(tasksOf), columns, look)];
  },
};

interface Row {
  readonly pod: string;
  readonly count: number;
  readonly task: string;
  readonly goal: string;
  readonly scalars: ReadonlyMap<string, number>;
  readonly ports: readonly string[];
}

function tasksOf({ type, count, "task-specs": tasks }: PodSpec): readonly Row[] {
  return tasks.map((task) => {
    const { scalars, ports } = demandOf(task);
    const goal = isOneShot(task) ? "once" : "running";
    return { pod: type, count, task: task.name, goal, scalars, ports: [...ports].map(([, port]) => String(port)) };
  });
}

const columns: readonly Column<Row>[] = [
  { head: "POD", cell: ({ pod }) => pod },
  { head: "COUNT", cell: ({ count }) => count },
  { head: "TASK", cell: ({ task }) => task },
  { head: "GOAL", cell: ({ goal }) => goal },
  { head: "CPUS", cell: ({ scalars }) => scalars.get("cpus") },
  { head: "MEM", cell: ({ scalars }) => scalars.get("mem") },
  { head: "DISK", cell: ({ scalars }) => scalars.get("disk") },
  { head: "PORTS", cell: ({ ports }) => ports.join(" ") },
];

/** The commands of configurations. */
export const configurationShows: Readonly<Record<string, Show>> = {
  "configurations.target": configuration,
  "configurations.show": configuration,
};
