import type { Plan, Status } from "@reeve/scheduler-models";
import type { World } from "./world.ts";

/** What must hold of a world at every moment, whatever is done above it. Broken rules are collected, in words. */
export interface Rules {
  readonly broken: string[];
  /** Nodes whose step was forced: others need not wait for them. */
  readonly forced: Set<string>;
}

/** Watches over a world: each call that reaches it is held against the rules. */
export function watchOver(world: World): Rules {
  const broken: string[] = [];
  const forced = new Set<string>();
  const ready = new Set<string>();
  /** Nodes that were ready, were stopped, and have not been ready since. */
  const disturbed = new Set<string>();
  const agreed = new Set<string>();
  const formatted = new Set<string>();

  world.onReady = (node) => {
    ready.add(node);
    disturbed.delete(node);
    forced.delete(node);
  };
  world.onAgreed = (node) => agreed.add(node);
  world.onStop = (node) => {
    const isFirst = ready.delete(node);
    const wasAgreed = agreed.delete(node);
    if (!isFirst) return;
    const others = [...disturbed].filter((other) => other !== node && !forced.has(other));
    if (others.length > 0) broken.push(`${node} was stopped while ${others} was down`);
    if (!wasAgreed) broken.push(`${node} was stopped, and nobody asked whether it may be`);
    disturbed.add(node);
  };
  world.onLaunch = ({ node, taskId, task, volumes }) => {
    ready.delete(node);
    if (world.live(node).some((other) => other !== taskId)) broken.push(`${node} was launched twice at a time`);
    if (task === "format" && formatted.has(JSON.stringify(volumes))) broken.push(`${node} was formatted twice`);
  };
  world.onFinish = ({ task, volumes }) => {
    if (task === "format") formatted.add(JSON.stringify(volumes));
  };
  return { broken, forced };
}

/** The status of a plan and its phases, said the long way round, from the steps alone. */
export function statusesOf(
  { phases }: Plan,
  isInterrupted: boolean,
): { readonly plan: Status; readonly phases: readonly Status[] } {
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
