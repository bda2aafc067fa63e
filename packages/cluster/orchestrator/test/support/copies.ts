import type { NodeView, Readiness } from "../../src/for-engines.ts";
import type { World } from "./world.ts";

/** The data of a world's nodes. A record is acknowledged once every node in sync has it. */
export interface Copies {
  /** Descriptions of the violations. */
  readonly broken: string[];
  /** Acknowledges one more record if any node is in sync. */
  write(): void;
  /** Deletes a node's data, as a disk failure would. */
  lose(node: string): void;
  /** Answers as an engine would: whether other nodes in sync have all data of the nodes to delete. */
  mayLose(nodes: readonly NodeView[]): Readiness;
}

export interface CopiesOptions {
  /** Whether a volume may be deleted without asking the engine. */
  isForced(volume: string): boolean;
  /** Whether a node runs but gets no new records, for instance because it hangs. */
  lags(node: string): boolean;
}

/** Checks the law that no volume is deleted while it holds the only copy of an acknowledged record. */
export function keepCopies(world: World, { isForced, lags }: CopiesOptions): Copies {
  const broken: string[] = [];
  /** The records on each existing volume. */
  const records = new Map<string, Set<number>>();
  /** For each node, the volumes on which it last ran, and (in `tasks`) the task with which it was last in sync. */
  const volumes = new Map<string, readonly string[]>();
  const tasks = new Map<string, string>();
  let written = 0;

  const recordsOf = (node: string) => (volumes.get(node) ?? []).flatMap((volume) => records.get(volume) ?? []);
  const has = (node: string, record: number) => recordsOf(node).some((each) => each.has(record));

  /** The nodes that have been ready and do not lag. They replicate each other's records. */
  function inStep(): readonly string[] {
    const nodes = [...tasks].filter(([node, task]) => world.live(node).includes(task) && !lags(node));
    const copies = nodes.flatMap(([node]) => recordsOf(node));
    const all = new Set(copies.flatMap((copy) => [...copy]));
    for (const copy of copies) for (const record of all) copy.add(record);
    return nodes.map(([node]) => node);
  }

  const { onReady, onRun, onDelete } = world;
  world.onRun = (request) => {
    onRun?.(request);
    if (request.task === "pause" || request.oneShot) return;
    const names = Object.values(request.volumes).map(({ name }) => name);
    volumes.set(request.node, names);
    for (const name of names) if (!records.has(name)) records.set(name, new Set());
  };
  world.onReady = (node) => {
    onReady?.(node);
    const [task] = world.live(node);
    if (task !== undefined) tasks.set(node, task);
  };
  world.onDelete = (volume) => {
    onDelete?.(volume);
    const own = records.get(volume) ?? [];
    records.delete(volume);
    const only = [...own].filter((record) => ![...records.values()].some((other) => other.has(record)));
    if (only.length > 0 && !isForced(volume)) broken.push(`${volume} was deleted, the only copy of ${only.join(", ")}`);
  };

  return {
    broken,
    write() {
      const copies = inStep().flatMap(recordsOf);
      if (copies.length > 0) written++;
      for (const copy of copies) copy.add(written);
    },
    lose(node) {
      for (const volume of volumes.get(node) ?? []) records.delete(volume);
    },
    mayLose(nodes) {
      const others = inStep().filter((node) => !nodes.some(({ id }) => id === node));
      const own = nodes.flatMap((node) => Object.values(node.volumes)).flatMap((name) => [...(records.get(name) ?? [])]);
      const only = own.find((record) => !others.some((other) => has(other, record)));
      return only === undefined ? { ready: true } : { ready: false, reason: `no other in-sync node has record ${only}` };
    },
  };
}
