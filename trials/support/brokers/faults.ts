import { setTimeout as sleep } from "node:timers/promises";
import type { BrokerCluster } from "./cluster.ts";

/** A fault to inject into brokers, with its name in the printed table. */
export interface Fault {
  readonly name: string;
  /** How often the fault is chosen, relative to other faults. */
  readonly weight: number;
  /** Whether the fault is possible in this cluster. */
  fits?(cluster: BrokerCluster): boolean;
  happen(cluster: BrokerCluster, random: () => number): Promise<void>;
}

const anyBroker = (random: () => number) => `broker-${Math.floor(random() * 3)}`;
const anyController = ({ controllers }: BrokerCluster, random: () => number) =>
  controllers[Math.floor(random() * controllers.length)] ?? "controller-0";

async function send(cluster: BrokerCluster, nodes: readonly string[], signal: NodeJS.Signals) {
  const before = new Map<string, number>();
  for (const node of nodes) before.set(node, await cluster.pidOf(node));
  for (const pid of before.values()) if (pid > 0) process.kill(pid, signal);
  return before;
}

/** Kills nodes; with SIGSTOP, freezes nodes until they are killed. */
async function lose(cluster: BrokerCluster, nodes: readonly string[], signal: "SIGKILL" | "SIGSTOP"): Promise<void> {
  await cluster.recover(await send(cluster, nodes, signal));
}

async function freeze(cluster: BrokerCluster, node: string, milliseconds: number): Promise<void> {
  const before = await send(cluster, [node], "SIGSTOP");
  await sleep(milliseconds);
  // Only processes that were frozen are continued, because a node may have been restarted meanwhile.
  for (const [frozen, pid] of before) if (pid > 0 && (await cluster.pidOf(frozen)) === pid) process.kill(pid, "SIGCONT");
  await cluster.well();
}

export const faults: readonly Fault[] = [
  { name: "kill of a broker", weight: 3, happen: (cluster, random) => lose(cluster, [anyBroker(random)], "SIGKILL") },
  {
    name: "kill of a controller",
    weight: 2,
    happen: (cluster, random) => lose(cluster, [anyController(cluster, random)], "SIGKILL"),
  },
  {
    name: "broker frozen for 1 to 10 s",
    weight: 2,
    happen: (cluster, random) => freeze(cluster, anyBroker(random), 1000 + random() * 9000),
  },
  {
    name: "controller frozen for 1 to 10 s",
    weight: 2,
    happen: (cluster, random) => freeze(cluster, anyController(cluster, random), 1000 + random() * 9000),
  },
  {
    name: "broker that hangs",
    weight: 1,
    happen: (cluster, random) => lose(cluster, [anyBroker(random)], "SIGSTOP"),
  },
  {
    name: "kill of a broker and a controller",
    weight: 2,
    happen: (cluster, random) => lose(cluster, [anyBroker(random), anyController(cluster, random)], "SIGKILL"),
  },
  { name: "restart of a broker", weight: 2, happen: (cluster, random) => cluster.restart(anyBroker(random)) },
  { name: "replace of a broker", weight: 2, happen: (cluster, random) => cluster.replace(anyBroker(random)) },
  {
    name: "restart of a controller",
    weight: 1,
    happen: (cluster, random) => cluster.restart(anyController(cluster, random)),
  },
  {
    name: "replace of a controller",
    weight: 1,
    fits: ({ controllers }) => controllers.length > 1,
    happen: (cluster, random) => cluster.replace(anyController(cluster, random)),
  },
  { name: "change of the definition", weight: 2, happen: (cluster) => cluster.change() },
  {
    name: "kill of the service",
    weight: 2,
    fits: ({ killService }) => killService !== undefined,
    happen: (cluster) => cluster.killService?.() ?? Promise.resolve(),
  },
];

/** Chooses a random fault by its weight. */
export function anyFault(cluster: BrokerCluster, random: () => number): Fault {
  const fitting = faults.filter(({ fits }) => fits?.(cluster) ?? true);
  let left = random() * fitting.reduce((sum, { weight }) => sum + weight, 0);
  const match = fitting.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  if (!match) throw new Error("there is a fault");
  return match;
}
