import type { BrokerCluster } from "../brokers/cluster.ts";
import type { Fault } from "../brokers/faults.ts";
import { kubectl } from "./kubectl.ts";
import { type Outage, outages } from "./outages.ts";

const BROKER = "broker-1";

/** Milliseconds that a part of the cluster is away. */
const AWAY = 10_000;

/** The faults that only a Kubernetes cluster has. */
export function clusterFaults(namespace: string): readonly Fault[] {
  const podOf = (node: string) => kubectl("-n", namespace, "get", "pods", "-l", `reeve/node=${node}`, "-o", "name").split("\n")[0] ?? "";
  return [
    {
      name: "pod deleted by hand",
      weight: 1,
      happen: (cluster) => loses(cluster, () => kubectl("-n", namespace, "delete", podOf(BROKER), "--wait=false")),
    },
    ...outages.flatMap(whileAway),
    {
      name: "second service for the instance",
      weight: 1,
      fits: ({ secondService }) => secondService !== undefined,
      async happen(cluster) {
        const before = podsOf(namespace);
        const answer = await cluster.secondService?.();
        if (!answer?.includes("another service")) throw new Error(`the second service was not refused: ${answer}`);
        if (podsOf(namespace) !== before) throw new Error("the second service changed pods");
        await cluster.well();
      },
    },
  ];
}

/** What happens to brokers while a part of the cluster is away. */
const meanwhile: Readonly<Record<string, (cluster: BrokerCluster) => Promise<void>>> = {
  "": (cluster) => cluster.well(),
  ", and a broker is restarted": (cluster) => cluster.restart(BROKER),
  ", and a broker dies": (cluster) => loses(cluster, (pid) => process.kill(pid, "SIGKILL")),
  ", and the definition changes": (cluster) => cluster.change(),
};

function whileAway(outage: Outage): readonly Fault[] {
  return Object.entries(meanwhile).map(([what, happen]) => ({
    name: `${outage.name}${what}`,
    weight: 1,
    async happen(cluster) {
      await Promise.all([outage.happen(AWAY), happen(cluster)]);
      await cluster.well();
    },
  }));
}

/** Resolves when the broker has a new process, and the cluster is healthy. */
async function loses(cluster: BrokerCluster, how: (pid: number) => unknown): Promise<void> {
  const before = await cluster.pidOf(BROKER);
  how(before);
  await cluster.recover(new Map([[BROKER, before]]));
}

/** The uids of all pods in a namespace. */
function podsOf(namespace: string): string {
  return kubectl("-n", namespace, "get", "pods", "-o", "jsonpath={.items[*].metadata.uid}");
}
