import { setTimeout as sleep } from "node:timers/promises";
import type { BrokerCluster } from "../brokers/cluster.ts";
import type { Fault } from "../brokers/faults.ts";
import { kubectl, outsideLab } from "./kubectl.ts";

const BROKER = "broker-1";

/** The faults that only a Kubernetes cluster has. */
export function clusterFaults(namespace: string): readonly Fault[] {
  const podOf = (node: string) =>
    kubectl("-n", namespace, "get", "pods", "-l", `reeve/node=${node}`, "-o", "name").split("\n")[0] ?? "";
  const isAnother = async (cluster: BrokerCluster, before: number) => {
    await cluster.recover(new Map([[BROKER, before]]));
  };
  return [
    {
      name: "pod deleted by hand",
      weight: 1,
      async happen(cluster) {
        const before = await cluster.pidOf(BROKER);
        kubectl("-n", namespace, "delete", podOf(BROKER), "--wait=false");
        await isAnother(cluster, before);
      },
    },
    {
      name: "API server away for 10 s",
      weight: 1,
      async happen(cluster) {
        outsideLab("kill", "apiserver");
        await sleep(10_000);
        outsideLab("up");
        await cluster.well();
      },
    },
    {
      name: "restart while the API server is away for 10 s",
      weight: 1,
      async happen(cluster) {
        outsideLab("kill", "apiserver");
        const restarted = cluster.restart(BROKER);
        await sleep(10_000);
        outsideLab("up");
        await restarted;
      },
    },
    {
      name: "broker dies while the API server is away for 10 s",
      weight: 1,
      async happen(cluster) {
        const before = await cluster.pidOf(BROKER);
        outsideLab("kill", "apiserver");
        process.kill(before, "SIGKILL");
        await sleep(10_000);
        outsideLab("up");
        await isAnother(cluster, before);
      },
    },
  ];
}
