import type { Instance, NodeView } from "@reeve/orchestrator";
import { demandOf, isOneShot, type NodeUsage, type OwnNode, type OwnNodeDetails, type PodSpec, parseNodeId } from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import { noNode, type SharedHandlers } from "./handlers.ts";

/** The node operations that Reeve added to the APIs. They exist for all kinds of service, and also act on the engine's internal nodes. */
export const ownNodeHandlers: SharedHandlers["nodes"] = {
  list: (instance) => {
    const views = instance.allNodes.ids().flatMap((id) => instance.allNodes.get(id) ?? []);
    return json(views.map((view) => shownNode(instance, view)));
  },
  show: (instance, { node }) => json(inDetail(instance, found(instance, node))),
  usage: async (instance) => json(await usageOf(instance)),
  restart: (instance, { node }) => json(instance.allNodes.restart(found(instance, node).id)),
  replace: (instance, { node, ...force }) => json(instance.allNodes.replace(found(instance, node).id, force)),
  pause: (instance, { node }) => json(instance.allNodes.pause(found(instance, node).id)),
};

/** Finds a node by its id. A number is also accepted if exactly one node has this number; internal nodes do not count. */
function found({ name, nodes, allNodes }: Instance, asked: string): NodeView {
  const ids = allNodes.ids();
  const numbered = nodes.ids().filter((id) => String(parseNodeId(id)?.index) === asked);
  const id = numbered.length === 1 ? numbered[0] : asked;
  const view = id !== undefined && ids.includes(id) ? allNodes.get(id) : undefined;
  if (!view) throw noNode(name, asked, ids);
  return view;
}

/** A node as lists and events show it. */
export function shownNode({ engine, nodes, configurations }: Instance, view: NodeView): OwnNode {
  const { id, placement, configuration, tasks } = view;
  const specIn = (of: readonly NodeView["spec"][] | undefined) => of?.find(({ type }) => type === view.podType);
  const runs = configuration === undefined ? undefined : specIn(configurations.get(configuration)?.podSpecs);
  const target = specIn(configurations.target().podSpecs);
  return {
    node: id,
    internal: !nodes.ids().includes(id),
    state: view.state,
    reason: view.reason ?? null,
    since: tasks.at(-1)?.at ?? null,
    agent: placement?.agent ?? null,
    hostname: placement?.hostname ?? null,
    addresses: placement?.addresses ?? [],
    ports: placement?.ports ?? {},
    version: engine.version ?? null,
    configuration: configuration ?? null,
    differs: runs && target ? specDifferences(runs, target) : [],
  };
}

function inDetail(instance: Instance, view: NodeView): OwnNodeDetails {
  return {
    ...shownNode(instance, view),
    tasks: view.tasks.map(({ task, taskId, state, reason, at, configuration }) => ({
      task,
      taskId,
      state,
      reason: reason ?? null,
      since: at,
      configuration,
    })),
    volumes: view.volumes,
  };
}

async function usageOf(instance: Instance): Promise<readonly NodeUsage[]> {
  const { allNodes } = instance;
  const used = await allNodes.usage();
  return [...used].flatMap(([id, { memory, processor, disk }]) => {
    const view = allNodes.get(id);
    if (!view) return [];
    const demands = view.spec["task-specs"].filter((task) => !isOneShot(task)).map(demandOf);
    const given = (name: string) => demands.reduce((sum, { scalars }) => sum + (scalars.get(name) ?? 0), 0);
    return {
      node: id,
      ...{ memory, memory_limit: given("mem") * MEGABYTE },
      ...{ processor, cpus: given("cpus") },
      ...{ disk, disk_limit: given("disk") * MEGABYTE },
      ...((instance.engine.simulated || instance.runtime.simulated) && { simulated: true }),
    };
  });
}

/** Sizes in specifications are in units of 1024 * 1024 bytes. */
const MEGABYTE = 2 ** 20;

/** The paths at which a node's specification differs, except for the pod's `count`, which does not concern a single node. */
export function specDifferences(runs: PodSpec, target: PodSpec): readonly string[] {
  return [...differences({ ...runs, count: 0 }, { ...target, count: 0 }, "")];
}

function* differences(one: unknown, other: unknown, path: string): Generator<string> {
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  const [left, right] = [partsOf(one), partsOf(other)];
  if (!left || !right) return void (yield path);
  for (const key of new Set([...left.keys(), ...right.keys()])) yield* differences(left.get(key), right.get(key), below(path, key));
}

/** Field names that only group other fields. They are left out of the paths, which are then easier to read. */
const STRUCTURE: ReadonlySet<string> = new Set([
  "task-specs",
  "command-spec",
  "environment",
  "resource-set",
  "resource-specifications",
  "volume-specifications",
  "value",
  "scalar",
]);

function below(path: string, key: string): string {
  if (STRUCTURE.has(key) && path !== "") return path;
  return path === "" || STRUCTURE.has(path) ? key : `${path}.${key}`;
}

/** The parts of a value by name. An entry of a list is named by its own `name`, or by its index if it has none. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((entry, index) => [nameOf(entry) ?? String(index), entry]));
}

function nameOf(entry: unknown): string | undefined {
  const { name, "container-path": path } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  return [name, path].find((each) => typeof each === "string") as string | undefined;
}
