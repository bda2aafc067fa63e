/**
 * Starts 3,000 pods in four instances on the simulated API server of the runtime's tests, and rolls out a change. Counts the requests to
 * the API server and the service's processor time for each node, which must not grow with the number of pods, and shows the memory of the
 * service. `--pods N` changes the number of pods. Needs nothing else; a real control plane is not involved.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { createKubernetesRuntime } from "@reeve/runtime-kubernetes";
import { startReeve } from "@reeve/service";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { countRequests } from "./support/kubernetes/count-requests.ts";
import { smallEngine } from "./support/kubernetes/small-engine.ts";

const { values } = parseArgs({ options: { pods: { type: "string", default: "3000" } } });
const INSTANCES = ["web-0", "web-1", "web-2", "web-3"];
const NODE_COUNT = Math.ceil(Number(values.pods) / INSTANCES.length);
const LONG = 3_600_000;

/** How much more the last nodes may cost than the first ones. Processor time varies on a busy machine; requests do not. */
const PROCESSOR = 1.5;
const REQUESTS = 1.05;

const cluster = spawn(process.execPath, [`${import.meta.dirname}/support/kubernetes/simulated-cluster.ts`], {
  stdio: ["pipe", "pipe", "inherit"],
});
const [server] = await once(cluster.stdout, "data");
const runtime = createKubernetesRuntime({
  connection: { server: String(server).trim(), namespace: "pods" },
  // The simulated cluster has three machines.
  settings: { image: "example.com/small:1", spread: "preferred" },
});
const counted = countRequests();
const reeve = await startReeve({ services: services(16) }, { moreEngines: [{ engine: smallEngine, runtime }] });
const grown = [];
for (const [what, memory] of [
  ["start", 16],
  ["rollout", 17],
] as const) {
  await reeve.deploy({ services: services(memory) });
  for (const service of INSTANCES) {
    const client = createWideColumnClient({ url: reeve.url, token: reeve.token, service });
    await client.plans.wait({}, { within: LONG });
  }
  grown.push(counted.table(what));
}
console.log(`memory of the service: at most ${Math.round(process.resourceUsage().maxRSS / 1000)} MB`);
await reeve.close();
cluster.stdin.end();
process.exit(grown.every(({ processor, requests }) => processor <= PROCESSOR && requests <= REQUESTS) ? 0 : 1);

function services(NODE_MEM: number) {
  const definition = {
    kind: "wide-column",
    engine: "small",
    settings: { NODE_COUNT, NODE_CPUS: 0.01, NODE_MEM },
  } as const;
  return Object.fromEntries(INSTANCES.map((name) => [name, definition]));
}
