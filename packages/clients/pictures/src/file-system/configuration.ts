import type { TargetConfiguration } from "@reeve/file-system-models";
import { demandOf, type PodSpec } from "@reeve/scheduler-models";
import { table } from "@reeve/terminal";
import { fields } from "../shared/fields.ts";
import { head } from "../shared/input-text.ts";
import type { View } from "../view.ts";

/** Renders a configuration: its general fields, and a line for each pod type. */
export function configuration(value: TargetConfiguration, view: View): readonly string[] {
  const { "pod-specs": pods, ...whole } = value;
  const columns = [
    { head: head(view, "pod"), cell: ({ type }: PodSpec) => type },
    { head: head(view, "count"), cell: ({ count }: PodSpec) => count },
    { head: head(view, "tasks"), cell: (pod: PodSpec) => pod["task-specs"].map(({ name }) => name).join(" ") },
    { head: head(view, "cpus"), cell: (pod: PodSpec) => sum(pod, "cpus") },
    { head: head(view, "mem"), cell: (pod: PodSpec) => sum(pod, "mem") },
    { head: head(view, "disk"), cell: (pod: PodSpec) => sum(pod, "disk") },
  ];
  return [...fields(whole, view.style), ...(pods.length === 0 ? [] : ["", ...table(pods, columns, view.style)])];
}

/**
 * The total amount of a resource that one pod uses. Tasks that share a resource set run one after another, so each set counts only once.
 */
function sum(pod: PodSpec, scalar: string): number | undefined {
  const sets = new Map(pod["task-specs"].map((task) => [task["resource-set"].id, task]));
  const amounts = [...sets.values()].flatMap((task) => demandOf(task).scalars.get(scalar) ?? []);
  return amounts.length === 0 ? undefined : Math.round(amounts.reduce((all, each) => all + each, 0) * 1000) / 1000;
}
