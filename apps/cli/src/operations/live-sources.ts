import { type AnyApi, isRecord, listOperations } from "@reeve/contract";
import { parseNodeId } from "@reeve/scheduler-models";
import { namesIn } from "@reeve/terminal";

/** An operation that tells names, and where in its answer they are. */
export interface LiveSource {
  readonly operation: string;
  names(answer: unknown): readonly string[];
}

const listed = (operation: string): LiveSource => ({ operation, names: namesIn });

/** What has no list of its nodes has a plan that deploys them: a step for each. */
const nodes: readonly LiveSource[] = [listed("pods.list"), { operation: "plans.show", names: nodesIn }];

/** What tells the names that a field takes; the first that the revision has is asked. */
const sources: Readonly<Record<string, readonly LiveSource[]>> = {
  topic: [listed("topics.list")],
  broker: [listed("brokers.list")],
  node: nodes,
  nodes,
  plan: [listed("plans.list")],
  id: [listed("configurations.list")],
};

/** The field, where an API can list the names that it takes. */
export function liveNameOf(api: AnyApi, field: string): string | undefined {
  return sourceOf(api, field) === undefined ? undefined : field;
}

/** What tells the names that a field takes; undefined where the revision has nothing that does. */
export function sourceOf(api: AnyApi, field: string, revision?: string): LiveSource | undefined {
  if (!Object.hasOwn(sources, field)) return undefined;
  const known = new Set(listOperations(api, revision).map(({ name }) => name));
  return sources[field]?.find(({ operation }) => known.has(operation));
}

function nodesIn(plan: unknown): readonly string[] {
  const phases = isRecord(plan) && Array.isArray(plan.phases) ? plan.phases.filter(isRecord) : [];
  const steps = phases.flatMap(({ steps }) => (Array.isArray(steps) ? steps.filter(isRecord) : []));
  const names = steps.map(({ name }) => String(name).split(":", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => parseNodeId(name) !== undefined);
}
