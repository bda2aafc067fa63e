import { isDeepStrictEqual } from "node:util";
import { isReeveError, ReeveError } from "@reeve/contract";
import { demandOf, type PodSpec } from "@reeve/scheduler-models";
import { runtimeName } from "./definition/common.ts";
import { type InstanceDefinition, noEngine, noRuntime } from "./definition/instance-definition.ts";
import { immediateOf, runtimeSettings } from "./definition/settings.ts";
import type { Engine, Readiness } from "./engine.ts";
import type { Host } from "./host/host.ts";
import { targetSpecs } from "./machine/configurations.ts";
import { matching, nothingMatches } from "./machine/custom-plan.ts";
import type { Managed } from "./managed.ts";
import type { DeployOptions, OrchestratorOptions, Removal } from "./orchestrator.ts";
import { nodeIdsOf } from "./pod-specs.ts";
import type { Runtime } from "./runtime.ts";
import { digestsOf, refersToSecrets, withDigests } from "./secret-settings.ts";

type EngineOnRuntime = OrchestratorOptions["engines"][number];

/** What a deployment does with one instance: it creates, changes, keeps or removes the instance. */
export type InstanceDemand = { readonly name: string } & (
  | { readonly change: "unchanged" | "removed" }
  | {
      readonly change: "new" | "changed";
      readonly definition: InstanceDefinition;
      readonly engine: Engine;
      readonly runtime: Runtime;
      /** The new pod specs; undefined if they are unchanged. */
      readonly podSpecs: readonly PodSpec[] | undefined;
    }
);

type DeployContext = Pick<Managed, "hosts" | "removals" | "engines" | "secretOf">;

/** Determines what a deployment of these definitions does with each instance. If definitions are refused, one error lists all reasons. */
export function demands(
  definitions: Readonly<Record<string, InstanceDefinition>>,
  context: DeployContext,
  { remove = false }: DeployOptions,
): readonly InstanceDemand[] {
  const { hosts, removals } = context;
  const wanted = Object.keys(definitions).length;
  // The count is checked first, because creating instances takes time.
  if (wanted > MAX_INSTANCES) throw new ReeveError("bad-input", `${wanted} services are too many: the limit is ${MAX_INSTANCES}`);
  const found: InstanceDemand[] = [];
  const refusals: ReeveError[] = [];
  const consider = (judge: () => InstanceDemand) => {
    try {
      found.push(judge());
    } catch (error) {
      if (!isReeveError(error)) throw error;
      refusals.push(error);
    }
  };
  for (const [name, definition] of Object.entries(definitions)) {
    consider(() => {
      const removal = removals.get(name);
      if (removal) throw stillThere(removal);
      return demand(name, definition, context);
    });
  }
  for (const name of hosts.keys()) {
    if (Object.hasOwn(definitions, name)) continue;
    consider(() => {
      if (!remove)
        throw refusal(
          name,
          "the service is not in the definition; to delete the service with all of its data, deploy again with the flag remove",
        );
      return { name, change: "removed" };
    });
  }
  throwAll(refusals);
  checkSize(found, hosts);
  return found;
}

/** Asks the software of each instance whether it accepts its settings. If some are refused, one error lists all reasons. */
export async function validated(found: readonly InstanceDemand[], { log }: Managed): Promise<readonly InstanceDemand[]> {
  const refusals: ReeveError[] = [];
  for (const demand of found) {
    if (!("podSpecs" in demand) || !demand.podSpecs) continue;
    const { name, engine, definition } = demand;
    try {
      const reason = await engine.validate?.(definition);
      if (reason !== undefined) log("info", "the engine itself did not check the settings", { instance: name, reason });
    } catch (error) {
      if (!isReeveError(error)) throw error;
      refusals.push(new ReeveError(error.code, `${name}: ${error.message}`));
    }
  }
  throwAll(refusals);
  return found;
}

function throwAll([first, ...rest]: readonly ReeveError[]): void {
  if (first) throw new ReeveError(first.code, [first, ...rest].map(({ message }) => message).join("; "));
}

/** The maximum number of instances. Creation of 200 instances blocks all other requests for about a second. */
const MAX_INSTANCES = 200;
const MAX_NODES = 20_000;

function checkSize(found: readonly InstanceDemand[], hosts: ReadonlyMap<string, Host>): void {
  const nodes = found.reduce((sum, each) => {
    const specs = "podSpecs" in each && each.podSpecs ? each.podSpecs : specsNow(hosts.get(each.name));
    return sum + specs.reduce((all, { count }) => all + count, 0);
  }, 0);
  if (nodes > MAX_NODES) {
    throw new ReeveError("bad-input", `${nodes} nodes in total are too many: the limit is ${MAX_NODES}`);
  }
}

function specsNow(host: Host | undefined): readonly PodSpec[] {
  return host === undefined ? [] : targetSpecs(host.machine.state);
}

function demand(name: string, definition: InstanceDefinition, { hosts, engines, secretOf }: DeployContext): InstanceDemand {
  const pair = findEngine(name, definition, engines);
  const host = hosts.get(name);
  const before = host?.machine.state.record.definition;
  // A deployment of some instances hands in the definitions of the others as they are, and must not roll out their changed secrets.
  if (before === definition) return { name, change: "unchanged" };
  if (before && isDeepStrictEqual(before, definition) && !refersToSecrets(definition, pair)) {
    return { name, change: "unchanged" };
  }
  if (before && (before.kind !== definition.kind || before.engine !== definition.engine)) {
    throw refusal(
      name,
      `a ${before.kind} (${before.engine}) cannot become a ${definition.kind} (${definition.engine}); remove the service first`,
    );
  }
  if (host && host.runtime.name !== pair.runtime.name) {
    throw refusal(name, `the service runs on ${host.runtime.name} and cannot move to ${pair.runtime.name}; remove the service first`);
  }
  if (before) checkFixed(name, before, definition, pair.runtime);
  const podSpecs = specsOf(pair, name, definition, (text) => secretOf(name, `settings ${text}`).slice(0, 22));
  const hasSameSecrets = isDeepStrictEqual(digestsOf(specsNow(host)), digestsOf(podSpecs));
  if (hasSameSecrets && isDeepStrictEqual(before, definition)) return { name, change: "unchanged" };
  checkMemory(name, pair.runtime, podSpecs);
  checkPlans(name, definition, pair.engine, podSpecs);
  if (host) checkCounts(host, pair.engine, podSpecs);
  const isUnaffected = before !== undefined && hasSameSecrets && isDeepStrictEqual(whatRuns(before, pair), whatRuns(definition, pair));
  return { name, change: host ? "changed" : "new", definition, ...pair, podSpecs: isUnaffected ? undefined : podSpecs };
}

function checkMemory(name: string, { memory = Number.POSITIVE_INFINITY }: Runtime, podSpecs: readonly PodSpec[]): void {
  for (const { type, "task-specs": tasks } of podSpecs) {
    const wanted = Math.max(0, ...tasks.map((task) => demandOf(task).scalars.get("mem") ?? 0));
    if (wanted <= memory) continue;
    throw new ReeveError(
      "bad-input",
      `${name}: a ${type} node asks for ${wanted} MB of memory, but the machine has ${memory} MB: give it less`,
    );
  }
}

/** Refuses changes of those settings of the runtime that an instance keeps for ever. */
function checkFixed(name: string, before: InstanceDefinition, definition: InstanceDefinition, runtime: Runtime): void {
  const [old, wanted] = [before, definition].map((each) => runtimeSettings(each, runtime));
  const changed = (runtime.fixed ?? []).find((setting) => !isDeepStrictEqual(old?.[setting], wanted?.[setting]));
  if (changed === undefined) return;
  throw refusal(
    name,
    `the setting ${changed} of its runtime cannot be changed (it is ${JSON.stringify(old?.[changed])}); remove the service first`,
  );
}

/** The part of a definition that affects running nodes. */
function whatRuns(definition: InstanceDefinition, { engine, runtime }: EngineOnRuntime): unknown {
  const immediate = new Set([...immediateOf(engine.settings), "plans", "revision", "runtime"]);
  const fields = Object.fromEntries(Object.entries(definition).filter(([field]) => !immediate.has(field)));
  return { fields, container: containerOf(definition, runtime) };
}

function containerOf(definition: InstanceDefinition, runtime: Runtime): unknown {
  return runtime.container?.(runtimeSettings(definition, runtime));
}

/** Finds the engine and the runtime that a definition names. */
export function findEngine(
  name: string,
  definition: Pick<InstanceDefinition, "kind" | "engine" | "runtime">,
  engines: readonly EngineOnRuntime[],
  absent: OrchestratorOptions["absent"] = [],
): EngineOnRuntime {
  const { kind } = definition;
  const wanted = runtimeName(definition);
  const fitting = engines.filter(({ engine }) => engine.kind === kind && engine.name === definition.engine);
  const pair = fitting.find(({ runtime }) => wanted === undefined || runtime.name === wanted);
  if (pair) return pair;
  const reason =
    wanted === undefined || fitting.length === 0
      ? noEngine(kind, definition.engine, [...engines, ...absent])
      : noRuntime(definition.engine, wanted, fitting, [...engines, ...absent]);
  throw new ReeveError("bad-input", `${name}: ${reason}`);
}

function specsOf(
  { engine, runtime }: EngineOnRuntime,
  name: string,
  definition: InstanceDefinition,
  digest: (text: string) => string,
): readonly PodSpec[] {
  try {
    const container = containerOf(definition, runtime);
    const specs = withDigests(engine.podSpecs(name, definition), definition, { engine, runtime }, digest);
    return container === undefined ? specs : specs.map((spec) => ({ ...spec, container }));
  } catch (error) {
    if (!isReeveError(error)) throw error;
    throw new ReeveError(error.code, error.message.startsWith(name) ? error.message : `${name}: ${error.message}`);
  }
}

function checkCounts(host: Host, engine: Engine, podSpecs: readonly PodSpec[]): void {
  for (const { type, count } of targetSpecs(host.machine.state)) {
    const now = podSpecs.find((spec) => spec.type === type)?.count ?? 0;
    if (now >= count) continue;
    const answer = engine.mayShrink?.(type, now) ?? { ready: false, reason: "the engine does not support this" };
    expectShrinkable(host.machine.state.record.name, type, [count, now], answer);
  }
}

/** Refuses a lower number of nodes, unless the engine allows it. */
export function expectShrinkable(name: string, type: string, [from, to]: readonly [from: number, to: number], answer: Readiness): void {
  if (answer.ready) return;
  throw refusal(name, `cannot reduce ${type} nodes from ${from} to ${to}: ${answer.reason}; set the number back to ${from}`);
}

function checkPlans(name: string, { plans }: InstanceDefinition, engine: Engine, podSpecs: readonly PodSpec[]): void {
  const ids = podSpecs.filter(({ type }) => !engine.internalPods.includes(type)).flatMap(nodeIdsOf);
  for (const [plan, { phases }] of Object.entries(plans)) {
    for (const select of phases.flatMap(({ steps }) => steps)) {
      if (matching(select.split(" ")[1] ?? "", ids).length === 0) throw nothingMatches(name, plan, select);
    }
  }
}

/** A new instance of this name would share names of volumes and other objects with the old one. */
function stillThere({ name, troubles }: Removal): ReeveError {
  const why = troubles.length > 0 ? ` (${troubles.join("; ")})` : "";
  return refusal(name, `the service that had this name is still being removed${why}; deploy again when it is gone`);
}

function refusal(name: string, reason: string): ReeveError {
  return new ReeveError("conflict", `${name}: ${reason}`);
}
