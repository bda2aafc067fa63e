/**
 * The part of the trial `kubernetes-kills` that runs after the cluster has been started, in the network of the cluster's node: `node
 * kills-in-pods.ts IMAGE RUNS SEED`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { generator } from "@reeve/testing/seeded";
import { beginLoad } from "@reeve/tests/kafka/load";
import { kubectl } from "./kubectl.ts";
import { outages } from "./outages.ts";
import { NAMESPACE, podsOfBrokers, report, TOPIC } from "./pods-of-brokers.ts";
import { watchProcesses } from "./watch-processes.ts";

const [image = "", runs = "", seed = ""] = process.argv.slice(2);
const random = generator(Number(seed));

/** Milliseconds from the start of a rollout within which something is killed. */
const ROLLOUT = 20_000;
/** The longest time in milliseconds that a part of the cluster is away. */
const AWAY = 8000;

const cluster = await podsOfBrokers(image);
const nodes = [...cluster.controllers, "broker-0", "broker-1", "broker-2"];
const load = await beginLoad(cluster.bootstrap, TOPIC);
const processes = watchProcesses(cluster.name ?? "");

const kills: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
  service: () => cluster.killService?.(),
  ...Object.fromEntries(outages.map((outage) => [outage.name, () => outage.happen(random() * AWAY)])),
  "process of a node": async () => {
    const pid = await cluster.pidOf(any(nodes));
    if (pid > 0) process.kill(pid, "SIGKILL");
  },
  "pod of a node": () => {
    const labels = `reeve/node=${any(nodes)}`;
    return kubectl("-n", NAMESPACE, "delete", "pods", "-l", labels, "--wait=false", "--grace-period=1");
  },
};

let failure: unknown;
try {
  for (let run = 1; run <= Number(runs); run++) {
    const name = any(Object.keys(kills));
    const start = performance.now();
    const at = random() * ROLLOUT;
    const [changed] = await Promise.allSettled([cluster.change(), sleep(at).then(() => kills[name]?.())]);
    // The request for the change fails if the service is killed at that moment. Then nothing has to be rolled out.
    await cluster.well();
    const refused = changed.status === "rejected" ? `; the change was refused: ${changed.reason}` : "";
    report(`${run}: ${name} after ${(at / 1000).toFixed(1)} s${refused}: cluster healthy`, performance.now() - start);
  }
} catch (error) {
  failure = error;
}
const { acknowledged, lost } = await load.finish();
await load.close();
console.log(`${acknowledged} records acknowledged, ${lost.length} missing`);
const wrong = [...leftOver(), ...twice()];
for (const each of wrong) console.log(`wrong: ${each}`);
if (failure !== undefined) console.error(failure);
await cluster.end();
process.exit(lost.length === 0 && wrong.length === 0 && failure === undefined ? 0 : 1);

/** Objects in addition to one pod, one claim and one config map for each node, and one of each kind for the instance. */
function leftOver(): readonly string[] {
  const expected = {
    ...{ pods: nodes.length, persistentvolumeclaims: nodes.length, configmaps: nodes.length },
    ...{ secrets: 0, services: 1, poddisruptionbudgets: 1 },
  };
  return Object.entries(expected).flatMap(([kind, count]) => {
    const label = "app.kubernetes.io/managed-by=reeve";
    const text = kubectl("-n", NAMESPACE, "get", kind, "-l", label, "-o", "name");
    const names = text === "" ? [] : text.split("\n");
    return names.length === count ? [] : [`${names.length} ${kind} instead of ${count}: ${names.join(" ")}`];
  });
}

/** Nodes that had two programs at the same time. */
function twice(): readonly string[] {
  const { atOnce, different, looks } = processes.end();
  const counts = [...different].map(([node, count]) => `${node} ${count}`).join(", ");
  console.log(`programs of each node: ${counts}; never two at once in ${looks} looks, unless it is said below`);
  return [...atOnce].flatMap(([node, count]) => (count > 1 ? [`${count} programs of ${node} at the same time`] : []));
}

function any<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
