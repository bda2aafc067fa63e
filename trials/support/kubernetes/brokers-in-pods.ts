/**
 * The part of the trial `kubernetes` that runs after the cluster has been started, in the network of the cluster's node: `node
 * brokers-in-pods.ts IMAGE FAULTS`.
 */
import { generator } from "@reeve/testing/seeded";
import { beginLoad } from "@reeve/tests/kafka/load";
import type { BrokerCluster } from "../brokers/cluster.ts";
import { faults } from "../brokers/faults.ts";
import { silenceOf, silences } from "../brokers/silences.ts";
import { clusterFaults } from "./cluster-faults.ts";
import { judge } from "./judge.ts";
import { kubectl } from "./kubectl.ts";
import { NAMESPACE, podsOfBrokers, report, TOPIC } from "./pods-of-brokers.ts";

const [image = "", chosen = ""] = process.argv.slice(2);

/** Planned changes, and the longest silence of acknowledgements in milliseconds that is allowed during each of them. */
const PLANNED = ["restart of a broker", "change of the definition"];
const LONGEST_SILENCE = 2500;

const cluster = await podsOfBrokers(image);
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
    if (!chosen.split(";").some((text) => fault.name.includes(text)) || !(fault.fits?.(brokers) ?? true)) continue;
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
  const silent = PLANNED.filter((name) => (table.longest(name) ?? 0) > LONGEST_SILENCE);
  if (silent.length > 0) console.log(`silent for more than ${LONGEST_SILENCE} ms: ${silent.join(", ")}`);
  if (lost.length > 0 || silent.length > 0) process.exitCode = 1;
}
