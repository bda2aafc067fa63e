/**
 * Runs 3,000 pods of a small engine on 1,000 simulated machines of a real control plane. Counts the requests to the API server and the
 * processor time for each step, which must not grow with the number of pods, and shows the memory of the service. Then rolls out a change,
 * and loses a machine: its nodes must run on other machines, and never two nodes of an instance on one. `--machines N` and `--pods N`
 * change the size. The control plane is built and started on this machine (`trials/support/kubernetes/lab`); needs Go.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createKubernetesRuntime, fromKubeconfig } from "@reeve/runtime-kubernetes";
import { startReeve } from "@reeve/service";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { countRequests } from "./support/kubernetes/count-requests.ts";
import { lab as command, labOutput } from "./support/kubernetes/lab.ts";
import { simulateMachines } from "./support/kubernetes/simulate-machines.ts";
import { smallEngine } from "./support/kubernetes/small-engine.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { values } = parseArgs({
  options: {
    keep: { type: "boolean", default: false },
    machines: { type: "string", default: "1000" },
    pods: { type: "string", default: "3000" },
  },
});
const INSTANCES = 4;
const each = Number(values.pods) / INSTANCES;
const NAMESPACE = "machines";
const LONG = 3_600_000;

/** How much more a step may cost with all pods than with the first ones. */
const PROCESSOR = 1.5;
const REQUESTS = 1.05;

process.exitCode = await withLab({ keep: values.keep, nodeless: true }, async (lab) => {
  command("kubectl", "create", "namespace", NAMESPACE);
  const machines = simulateMachines(lab.kubeconfig, Number(values.machines));
  await machines.ready;
  console.log(`${values.machines} machines, ${values.pods} pods (load ${loadavg()[0]?.toFixed(1)})`);
  const state = mkdtempSync(join(tmpdir(), "reeve-machines-"));
  const connection = { ...(await fromKubeconfig(lab.kubeconfig)), namespace: NAMESPACE };
  const runtime = createKubernetesRuntime({ connection, settings: { image: "reeve.local/none:1" } });
  const names = Array.from({ length: INSTANCES }, (_, index) => `web-${index}`);
  const services = (memory: number) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        { kind: "wide-column", engine: "small", settings: { NODE_COUNT: each, NODE_CPUS: 0.01, NODE_MEM: memory } },
      ]),
    ) as never;
  const counted = countRequests();
  const reeve = await startReeve({ services: services(16) }, { state, moreEngines: [{ engine: smallEngine, runtime }] });
  try {
    const clients = names.map((service) => createWideColumnClient({ url: reeve.url, token: reeve.token, service }));
    const complete = async () => {
      for (const client of clients) await client.plans.wait({}, { within: LONG });
    };
    await complete();
    const grown = counted.table("deployment");
    const [first] = clients;
    if (!first) throw new Error("there are no instances");

    await reeve.deploy({ services: services(17) });
    await complete();
    const grownAgain = counted.table("rollout");
    expectSpread();

    const lost = machineOf("web-0", "node-0");
    machines.lose(lost);
    const begun = performance.now();
    await until(async () => Boolean((await first.nodes.show({ node: "node-0" })).reason));
    console.log(`${lost} is silent: ${(await first.nodes.show({ node: "node-0" })).reason} (${seconds(begun)})`);
    command("kubectl", "delete", "node", lost);
    await until(async () => {
      const nodes = await Promise.all(clients.map((client) => client.nodes.list()));
      return nodes.flat().every(({ state: is, reason }) => is === "running" && !reason);
    });
    console.log(`${lost} is deleted: all nodes run (${seconds(begun)}); node-0 is on ${machineOf("web-0", "node-0")}`);
    expectSpread();
    if (machineOf("web-0", "node-0") === lost) throw new Error("node-0 is still on the lost machine");
    const { rss } = process.memoryUsage();
    console.log(`memory of the service: ${Math.round(rss / 1e6)} MB, at most ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB`);
    return [grown, grownAgain].every(({ processor, requests }) => processor <= PROCESSOR && requests <= REQUESTS) ? 0 : 1;
  } finally {
    await reeve.close();
    await machines.end();
    rmSync(state, { recursive: true });
  }
});

interface Place {
  readonly instance: string;
  readonly node: string;
  readonly machine: string;
}

/** The machines of all pods that are not being deleted. */
function places(): readonly Place[] {
  const fields = [
    "{.metadata.deletionTimestamp}",
    "{.metadata.labels.app\\.kubernetes\\.io/instance}",
    "{.metadata.labels.reeve/node}",
    "{.spec.nodeName}",
  ];
  const each = `{range .items[*]}${fields.join("/")}{"\\n"}{end}`;
  return labOutput("kubectl", "-n", NAMESPACE, "get", "pods", "-o", `jsonpath=${each}`)
    .split("\n")
    .map((line) => line.split("/"))
    .flatMap(([deleted, instance = "", node = "", machine = ""]) => (deleted === "" ? { instance, node, machine } : []));
}

function machineOf(instance: string, node: string): string {
  return places().find((place) => place.instance === instance && place.node === node)?.machine ?? "";
}

function expectSpread(): void {
  const all = places();
  const different = new Set(all.map(({ instance, machine }) => `${instance} on ${machine}`));
  console.log(`${all.length} pods, ${different.size} different places`);
  if (all.length !== Number(values.pods) || different.size !== all.length) throw new Error("two nodes share a machine");
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const late = Date.now() + LONG; !(await holds().catch(() => false)); await sleep(1000)) {
    if (Date.now() > late) throw new Error(`did not happen within an hour: ${holds}`);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
