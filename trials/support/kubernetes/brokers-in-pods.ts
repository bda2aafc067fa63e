/**
 * The part of the trial `kubernetes` that runs after the cluster has been started, in the network of the cluster's node: `node
 * brokers-in-pods.ts IMAGE FAULTS`.
 */
import { loadavg } from "node:os";
import { generator } from "@reeve/tests/seeded";
import { beginLoad } from "../../../tests/src/kafka/load.ts";
import type { BrokerCluster } from "../brokers/cluster.ts";
import { faults } from "../brokers/faults.ts";
import { silenceOf, silences } from "../brokers/silences.ts";
import { withReeve } from "../brokers/with-reeve.ts";
import { clusterFaults } from "./cluster-faults.ts";
import { judge } from "./judge.ts";
import { kubectl } from "./kubectl.ts";

const [image = "", chosen = ""] = process.argv.slice(2);
const NAMESPACE = "brokers";
const TOPIC = "orders";

kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
kubectl("create", "namespace", NAMESPACE);
const begun = performance.now();
const runtime = { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred" };
const cluster = await withReeve(1, TOPIC, runtime);
report("the plan is complete and a topic exists", performance.now() - begun);
console.log(kubectl("-n", NAMESPACE, "get", "pods,persistentvolumeclaims,services,poddisruptionbudgets", "-o", "wide"));
try {
  console.log(judge(NAMESPACE, image, cluster.bootstrap, kubectl));
  await injectFaults(cluster);
} finally {
  await cluster.end();
}
process.exit();

async function injectFaults(brokers: BrokerCluster): Promise<void> {
  const load = await beginLoad(brokers.bootstrap, TOPIC);
  const table = silences();
  const random = generator(1);
  for (const fault of [...faults, ...clusterFaults(NAMESPACE)]) {
    if (!chosen.split(",").some((text) => fault.name.includes(text)) || !(fault.fits?.(brokers) ?? true)) continue;
    const start = performance.now();
    let over = start;
    const silence = await silenceOf(load, async () => {
      await fault.happen(brokers, random);
      over = performance.now();
    });
    table.add(fault.name, silence);
    report(`${fault.name}: silent for ${(silence / 1000).toFixed(1)} s; cluster healthy`, over - start);
  }
  const { acknowledged, lost } = await load.finish();
  await load.close();
  console.log(table.lines().join("\n"));
  console.log(`${acknowledged} records acknowledged, ${lost.length} missing`);
  if (lost.length > 0) process.exitCode = 1;
}

function report(what: string, milliseconds: number): void {
  console.log(`${what} after ${(milliseconds / 1000).toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)})`);
}
