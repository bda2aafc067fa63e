import type { Offers } from "@reeve/commands";
import { type AnyApi, type AnyOperation, EVERY_REVISION, isRecord, listOperations } from "@reeve/contract";
import { parseNodeId } from "@reeve/scheduler-models";
import { namesIn } from "@reeve/terminal";

/** A read operation that lists names, and the place of these names in its answer. */
export interface LiveSource {
  readonly operation: string;
  names(answer: unknown): readonly string[];
}

const listed = (operation: string): LiveSource => ({ operation, names: namesIn });

/**
 * Where the names of nodes are found: in the list of nodes or, if the revision cannot list them, in the deploy plan, which contains a step
 * for each node.
 */
const nodes: readonly LiveSource[] = [listed("pods.list"), { operation: "plans.show", names: nodesIn }];

/** For each field, the operations that can list the field's values. The first operation that the revision has is used. */
const sources: Readonly<Record<string, readonly LiveSource[]>> = {
  topic: [listed("topics.list")],
  topics: [listed("topics.list")],
  brokers: [{ operation: "nodes.list", names: brokersIn }],
  away_from: [{ operation: "nodes.list", names: brokersIn }],
  broker: [listed("brokers.list")],
  node: nodes,
  "own-node": [{ operation: "nodes.list", names: ownNodesIn }],
  nodes,
  plan: [listed("plans.list")],
  id: [listed("configurations.list")],
};

/** Fields whose value is a list of names, separated by commas. */
const lists: ReadonlySet<string> = new Set(["topics", "brokers", "away_from"]);

/** What completion offers for a field; undefined if no operation lists the field's values. */
export function offersFor(api: AnyApi, field: string, operation?: AnyOperation): Offers | undefined {
  const live = liveNameOf(api, field, operation);
  return live === undefined ? undefined : { live, ...(lists.has(field) && { isList: true }) };
}

/** For operations of the Reeve service: maps a field's name to the entry of `sources` that lists its values. */
const ownSources: Readonly<Record<string, string>> = { node: "own-node" };

/** Returns the name of the entry of `sources` that lists a field's values; undefined if the API cannot list them. */
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

function brokersIn(answer: unknown): readonly string[] {
  return ownNodesIn(answer).filter((name) => /^broker-\d+$/.test(name));
}

function nodesIn(plan: unknown): readonly string[] {
  const phases = isRecord(plan) && Array.isArray(plan.phases) ? plan.phases.filter(isRecord) : [];
  const steps = phases.flatMap(({ steps }) => (Array.isArray(steps) ? steps.filter(isRecord) : []));
  const names = steps.map(({ name }) => String(name).split(":", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => parseNodeId(name) !== undefined);
}
