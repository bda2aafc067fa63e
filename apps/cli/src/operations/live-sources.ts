import { type AnyApi, type AnyOperation, EVERY_REVISION, isRecord, listOperations } from "@reeve/contract";
import { parseNodeId } from "@reeve/scheduler-models";
import { namesIn } from "@reeve/terminal";

/** An operation that lists names, and where its answer holds them. */
export interface LiveSource {
  readonly operation: string;
  names(answer: unknown): readonly string[];
}

const listed = (operation: string): LiveSource => ({ operation, names: namesIn });

/** Without a list of nodes, the deployment plan has a step for each. */
const nodes: readonly LiveSource[] = [listed("pods.list"), { operation: "plans.show", names: nodesIn }];

/** The operations that list a field's values; the first that the revision has is used. */
const sources: Readonly<Record<string, readonly LiveSource[]>> = {
  topic: [listed("topics.list")],
  broker: [listed("brokers.list")],
  node: nodes,
  "own-node": [{ operation: "nodes.list", names: ownNodesIn }],
  nodes,
  plan: [listed("plans.list")],
  id: [listed("configurations.list")],
};

/** The operations that list the values of fields of Reeve's own service. */
const ownSources: Readonly<Record<string, string>> = { node: "own-node" };

/** The name of the list of a field's values, if an API has one. */
export function liveNameOf(api: AnyApi, field: string, operation?: AnyOperation): string | undefined {
  const isOwn = operation !== undefined && Object.hasOwn(operation.routes, EVERY_REVISION);
  const name = (isOwn && Object.hasOwn(ownSources, field) ? ownSources[field] : undefined) ?? field;
  return sourceOf(api, name) === undefined ? undefined : name;
}

/** The operation that lists a field's values; undefined if the revision has none. */
export function sourceOf(api: AnyApi, field: string, revision?: string): LiveSource | undefined {
  if (!Object.hasOwn(sources, field)) return undefined;
  const known = new Set(listOperations(api, revision).map(({ name }) => name));
  return sources[field]?.find(({ operation }) => known.has(operation));
}

function ownNodesIn(answer: unknown): readonly string[] {
  return Array.isArray(answer) ? answer.filter(isRecord).map(({ node }) => String(node)) : [];
}

function nodesIn(plan: unknown): readonly string[] {
  const phases = isRecord(plan) && Array.isArray(plan.phases) ? plan.phases.filter(isRecord) : [];
  const steps = phases.flatMap(({ steps }) => (Array.isArray(steps) ? steps.filter(isRecord) : []));
  const names = steps.map(({ name }) => String(name).split(":", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => parseNodeId(name) !== undefined);
}
