import type { FileSystemStatus, fileSystemApi, TargetConfiguration } from "@reeve/file-system-models";
import { demandOf, type PodSpec } from "@reeve/scheduler-models";
import { bytes, countOf, safeLines, shown, wrapSentence } from "@reeve/terminal";
import { fields, names, tableOf } from "../shared/fields.ts";
import { nodes, ownNodePictures } from "../shared/nodes.ts";
import { controls, plan, rollingRestartPictures } from "../shared/plans.ts";
import type { Pictures, View } from "../view.ts";

/** The renderers for the answers of a distributed file system service. */
export const fileSystemPictures: Pictures<typeof fileSystemApi> = {
  plans: { list: names("plans"), show: plan, all: names("plans"), inspect: plan, ...controls },
  pods: { list: names("nodes"), ...nodes },
  nodes: ownNodePictures,
  rollingRestart: rollingRestartPictures,
  configurations: { list: names("configurations"), show: configuration, target: configuration },
  endpoints: { fsSite: document, coreSite: document },
  status: { show: (value, { style }) => wrapSentence(shown(statusInWords(value), style), style.width) },
};

/** A document is shown unchanged, line by line. */
function document(xml: string): readonly string[] {
  return safeLines(xml.replace(/\n$/, "")).split("\n");
}

/** Renders a configuration: its general fields, and a line for each pod type. */
export function configuration(value: TargetConfiguration, view: View): readonly string[] {
  const { "pod-specs": pods, ...whole } = value;
  if (pods.length === 0) return fields(whole, view.style);
  const drawn = tableOf(pods, view, [
    { head: "pod", cell: ({ type }) => type },
    { head: "count", cell: ({ count }) => count },
    { head: "tasks", cell: (pod) => pod["task-specs"].map(({ name }) => name).join(" ") },
    { head: "cpus", cell: (pod) => sum(pod, "cpus") },
    { head: "mem", cell: (pod) => sum(pod, "mem") },
    { head: "disk", cell: (pod) => sum(pod, "disk") },
  ]);
  return [...fields(whole, view.style), "", ...drawn];
}

/**
 * The total amount of a resource that one pod uses. Tasks that share a resource set run one after another, so each set counts only once.
 */
function sum(pod: PodSpec, scalar: string): number | undefined {
  const sets = new Map(pod["task-specs"].map((task) => [task["resource-set"].id, task]));
  const amounts = [...sets.values()].flatMap((task) => demandOf(task).scalars.get(scalar) ?? []);
  return amounts.length === 0 ? undefined : Math.round(amounts.reduce((all, each) => all + each, 0) * 1000) / 1000;
}

/** The whole file system in one sentence: the active name node, the used space, and the number of under-replicated blocks. */
export function statusInWords({ active, name_nodes, safe_mode, data_nodes, space, blocks }: FileSystemStatus): string {
  if (active === null) {
    const states = Object.entries(name_nodes).map(([node, state]) => `${node} ${state ?? "does not answer"}`);
    return `no name node is active (${states.join(", ")})`;
  }
  return [
    `${active} is active`,
    ...(safe_mode === null ? [] : [`in safe mode: ${safe_mode.replaceAll(/\s+/g, " ").trim()}`]),
    ...(space ? [`${bytes(space.used)} of ${bytes(space.capacity)} used`] : []),
    ...(data_nodes ? [nodesInWords(data_nodes)] : []),
    ...(blocks ? [blocksInWords(blocks)] : []),
  ].join(", ");
}

function nodesInWords({ live, decommissioning }: NonNullable<FileSystemStatus["data_nodes"]>): string {
  const nodes = countOf(live, "data node");
  return decommissioning === 0 ? nodes : `${nodes}, ${decommissioning} of them being decommissioned`;
}

function blocksInWords({ all, under_replicated: low, missing }: NonNullable<FileSystemStatus["blocks"]>): string {
  const blocks = countOf(all, "block");
  if (low === 0 && missing === 0) return `${blocks}, all with enough copies`;
  return `${blocks}, ${low} under-replicated, ${missing} missing`;
}
