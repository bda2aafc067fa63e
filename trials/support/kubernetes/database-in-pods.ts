/**
 * The part of the trial `kubernetes-database` that runs after the cluster has been started, in the network of the cluster's node: `node
 * database-in-pods.ts IMAGE`.
 */
import { openRows } from "@reeve/tests/cassandra/rows";
import { databaseProgram } from "@reeve/tests/cassandra/service";
import { until } from "@reeve/tests/service-program";
import { kubectl } from "./kubectl.ts";
import { report } from "./pods-of-brokers.ts";

const [image = ""] = process.argv.slice(2);
const NAMESPACE = "database";
const NODES = 3;
const LONG = 900_000;

const definition = (memory: number) =>
  ({
    kind: "wide-column",
    engine: "cassandra",
    // Pods request few processors, because a pod that requests more than its node has cannot run.
    settings: { NODE_COUNT: NODES, NODE_MEM: memory, NODE_CPUS: 0.25 },
    runtime: { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred" },
  }) as const;

kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
kubectl("create", "namespace", NAMESPACE);
const service = databaseProgram(definition(640));
try {
  await service.start();
  process.exitCode = (await keepsRows()) ? 0 : 1;
} finally {
  await service.end();
  service[Symbol.dispose]();
}
process.exit();

/** Changes the nodes while rows are written. Returns whether all acknowledged rows are there at the end. */
async function keepsRows(): Promise<boolean> {
  const begun = performance.now();
  await service.client.plans.wait({}, { within: LONG });
  report("the plan is complete", performance.now() - begun);
  console.log(kubectl("-n", NAMESPACE, "get", "pods", "-o", "wide"));
  await using rows = await openRows(await service.addresses(NODES), NODES);
  const writer = rows.write(2);
  await changed("a changed definition", ["node-0", "node-1", "node-2"], () => service.deploy(definition(656)));
  await changed("a restart", ["node-1"], () => service.client.nodes.restart({ node: "node-1" }));
  await changed("a kill", ["node-2"], async () => process.kill(pidOf("node-2"), "SIGKILL"));
  await changed("a replace", ["node-0"], () => service.client.nodes.replace({ node: "node-0" }));
  const failed = await writer.stop();
  const missing = await rows.missing();
  const [kept, lost] = [rows.acknowledged.length, missing.length];
  console.log(`${kept} rows acknowledged, ${lost} missing, ${failed.length} writes failed: ${failed.join("; ")}`);
  return lost === 0;
}

/** Returns the process id of a node, or 0 while the node has no process. */
function pidOf(node: string): number {
  return service.processes().get(`${node}-node`)?.[0] ?? 0;
}

/** Makes a change, and waits until these nodes have new processes and all nodes run. */
async function changed(what: string, concerned: readonly string[], change: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const before = new Map(concerned.map((node) => [node, pidOf(node)]));
  await change();
  for (const [node, pid] of before) await until(() => ![0, pid].includes(pidOf(node)), LONG);
  await until(async () => {
    const { status } = await service.client.plans.show({});
    const nodes = await service.client.nodes.list();
    return status === "COMPLETE" && nodes.length === NODES && nodes.every(({ state, reason }) => state === "running" && !reason);
  }, LONG);
  report(`${what}: all nodes run`, performance.now() - start);
}
