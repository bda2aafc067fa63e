import { loadavg } from "node:os";
import type { BrokerCluster } from "../brokers/cluster.ts";
import { withReeve } from "../brokers/with-reeve.ts";
import { kubectl } from "./kubectl.ts";

export const NAMESPACE = "brokers";
export const TOPIC = "orders";

/**
 * Starts the service with a controller, three brokers and a topic, in an empty namespace of the cluster, and passes on how long that took.
 */
export async function podsOfBrokers(
  image: string,
  took: (milliseconds: number) => unknown = () => undefined,
  program?: readonly string[],
): Promise<BrokerCluster> {
  kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
  kubectl("create", "namespace", NAMESPACE);
  const begun = performance.now();
  const runtime = { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred" };
  const cluster = await withReeve(1, TOPIC, runtime, program);
  const milliseconds = performance.now() - begun;
  took(milliseconds);
  report("the plan is complete and a topic exists", milliseconds);
  return cluster;
}

/** Prints a duration, with the machine's load, which stretches durations. */
export function report(what: string, milliseconds: number): void {
  console.log(`${what} after ${(milliseconds / 1000).toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)})`);
}
