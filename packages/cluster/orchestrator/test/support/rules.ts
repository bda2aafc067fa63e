import type { Plan, Status } from "@reeve/scheduler-models";
import type { LaunchRequest } from "../../src/for-runtimes.ts";
import type { World } from "./world.ts";

/** The rules that hold in a world at every moment. Violations are collected as text. */
export interface Rules {
  readonly broken: string[];
  /** Nodes whose step an operator forced to complete, so that other nodes need not wait for them. */
  readonly forced: Set<string>;
  /** Volumes that may be deleted without asking the engine. */
  readonly forcedVolumes: Set<string>;
  /** Nodes that have been launched and are not ready yet. */
  joining(): readonly string[];
}

/** Checks every call that reaches a world against the rules. */
export function watchOver(world: World, isStartAsked = false): Rules {
  const broken: string[] = [];
  const forced = new Set<string>();
  const ready = new Set<string>();
  /** Nodes that were ready once, then stopped or died, and are not ready again yet. */
  const disturbed = new Set<string>();
  const agreed = new Set<string>();
  const formatted = new Set<string>();
  const forcedVolumes = new Set<string>();
  /** The names of the volumes on which the long-running task has run, and (in `last`) the last volumes of each node. */
  const data = new Set<string>();
  const last = new Map<string, readonly string[]>();
  /** Stopped nodes whose volumes the engine allows to be deleted. */
  const losable = new Set<string>();
  const mayStart = new Set<string>();
  /** Maps the id of each launched task to its node, until the node is ready. */
  const joining = new Map<string, string>();
  /** Maps the id of the last launched task of each node to the node, until the task has ended. */
  const nodes = new Map<string, string>();

  const forget = (node: string) => {
    for (const [taskId, each] of joining) if (each === node) joining.delete(taskId);
  };
  const isAgreed = (node: string, volume: string) => losable.has(node) || forcedVolumes.has(volume);

  world.onReady = (node) => {
    ready.add(node);
    disturbed.delete(node);
    forced.delete(node);
    forget(node);
  };
  world.onLeft = (node) => {
    disturbed.delete(node);
    forced.delete(node);
    last.delete(node);
    forget(node);
  };
  world.onAgreed = (node) => agreed.add(node);
  world.onMayLose = (node) => {
    if (world.live(node).length === 0) losable.add(node);
  };
  world.onMayStart = (node) => mayStart.add(node);
  world.onGone = (taskId) => {
    joining.delete(taskId);
    const node = nodes.get(taskId);
    nodes.delete(taskId);
    if (node !== undefined && ready.delete(node)) disturbed.add(node);
  };
  world.onStop = (node) => {
    const isFirst = ready.delete(node);
    const wasAgreed = agreed.delete(node);
    if (!isFirst) return;
    const others = [...disturbed].filter((other) => other !== node && !forced.has(other));
    if (others.length > 0) broken.push(`${node} was stopped while ${others} was down`);
    if (!wasAgreed) broken.push(`${node} was stopped without asking the engine`);
    disturbed.add(node);
  };
  world.onLaunch = (request) => {
    const { node, taskId, task, volumes } = request;
    for (const [other, each] of nodes) if (each === node) nodes.delete(other);
    nodes.set(taskId, node);
    ready.delete(node);
    if (world.live(node).some((other) => other !== taskId)) broken.push(`${node} was launched twice at a time`);
    if (task === "format" && formatted.has(JSON.stringify(namesOf(volumes)))) {
      broken.push(`${node} was formatted twice`);
    }
    checkVolumes(request);
    if (isStartAsked && task !== "pause" && !joining.has(taskId)) checkStart(request);
    if (task !== "pause") joining.set(taskId, node);
    losable.delete(node);
  };
  world.onRun = ({ node, task, oneShot, volumes }) => {
    if (task === "pause" || oneShot) return;
    last.set(node, namesOf(volumes));
    for (const name of namesOf(volumes)) data.add(name);
  };
  world.onFinish = ({ task, volumes }) => {
    if (task === "format") formatted.add(JSON.stringify(namesOf(volumes)));
  };
  world.onDelete = (volume) => {
    for (const [node, names] of last) {
      if (names.includes(volume) && !isAgreed(node, volume)) {
        broken.push(`the volume of ${node} was deleted, although the engine did not agree after the stop`);
      }
    }
  };

  /** Checks that a node is launched with its last volume, unless the engine agreed to the loss after the stop, or a user forced it. */
  function checkVolumes({ node, volumes }: LaunchRequest): void {
    const names = namesOf(volumes);
    for (const volume of last.get(node) ?? []) {
      if (names.includes(volume)) continue;
      if (!isAgreed(node, volume)) broken.push(`${node} was launched without its last volume`);
      last.delete(node);
    }
    for (const { name, kept } of Object.values(volumes)) {
      if (data.has(name) && !kept) broken.push(`a volume that ${node} has used may be created again`);
    }
  }

  function checkStart({ node, task }: LaunchRequest): void {
    const others = [...joining.values()].filter((other) => other !== node);
    if (others.length > 0) broken.push(`${node} was launched while ${others} was joining`);
    if (!mayStart.delete(node) && task === "format") broken.push(`${node} was launched without asking the engine`);
  }
  return { broken, forced, forcedVolumes, joining: () => [...joining.values()] };
}

function namesOf(volumes: LaunchRequest["volumes"]): readonly string[] {
  return Object.values(volumes).map(({ name }) => name);
}

/** The status of a plan and its phases, computed from the steps alone. */
export function statusesOf({ phases }: Plan, isInterrupted: boolean): { readonly plan: Status; readonly phases: readonly Status[] } {
  const all = phases.map(({ steps }) =>
    combined(
      steps.map(({ status }) => status),
      false,
    ),
  );
  return { plan: combined(all, isInterrupted), phases: all };
}

function combined(parts: readonly Status[], isInterrupted: boolean): Status {
  if (parts.includes("ERROR")) return "ERROR";
  if (parts.every((status) => status === "COMPLETE")) return "COMPLETE";
  if (isInterrupted) return "WAITING";
  for (const status of ["IN_PROGRESS", "DELAYED", "WAITING"]) if (parts.includes(status)) return status;
  return parts.includes("COMPLETE") ? "IN_PROGRESS" : "PENDING";
}
