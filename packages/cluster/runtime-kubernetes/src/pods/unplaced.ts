import type { Pod } from "../api/objects.ts";
import { firstClause } from "./first-clause.ts";

/** Why the cluster has found no machine for a pod, with advice if the pod's own requirement may be the cause; undefined if it has found one. */
export function whyUnplaced({ spec, status = {} }: Pod): string | undefined {
  const scheduled = status.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status !== "False") return undefined;
  const message = firstClause(scheduled.message ?? scheduled.reason ?? "");
  const isApart = (spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0;
  return `it cannot be placed: ${message}${isApart && /anti-?affinity/i.test(message) ? `; ${ADVICE}` : ""}`;
}

const ADVICE =
  "nodes that keep apart share no machine with spread: required; add a machine, or deploy spread: preferred in the runtime's settings and restart this node";
