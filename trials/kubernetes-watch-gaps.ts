/**
 * Lets the service miss changes of pods on a real control plane: its watches are ended, pods are deleted by another program or ended while
 * no watch runs, then the API server is killed and started again and etcd compacted, so that the watch's resource version has expired
 * (410). After each of `--runs N` gaps (default: 10), the service must have noticed each loss: each lost node has one new pod and no other
 * node has, and all nodes run. The nodes are pods of a small engine on simulated machines. The control plane is built and started on this
 * machine (`trials/support/kubernetes/lab`); needs Go.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKubernetesRuntime } from "@reeve/runtime-kubernetes";
import { startReeve } from "@reeve/service";
import { generator } from "@reeve/testing/seeded";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { readArguments } from "./support/arguments.ts";
import { lab as command, labOutput } from "./support/kubernetes/lab.ts";
import { simulateMachines } from "./support/kubernetes/simulate-machines.ts";
import { smallEngine } from "./support/kubernetes/small-engine.ts";
import { openWatchProxy } from "./support/kubernetes/watch-proxy.ts";
import { withLab } from "./support/kubernetes/with-lab.ts";

const { runs, seed, values } = readArguments({ runs: 10 }, { keep: { type: "boolean" } });
const random = generator(seed);
const NAMESPACE = "gaps";
/** So many that few are lost twice within a minute, because each further loss delays the node's next launch. */
const NODES = 12;
const LONG = 120_000;

process.exitCode = await withLab({ keep: values.keep === true, nodeless: true }, async (lab) => {
  command("kubectl", "create", "namespace", NAMESPACE);
  const machines = simulateMachines(lab.kubeconfig, NODES + 1);
  await machines.ready;
  const proxy = await openWatchProxy(lab.kubeconfig);
  const state = mkdtempSync(join(tmpdir(), "reeve-gaps-"));
  const connection = { server: proxy.url, namespace: NAMESPACE };
  const runtime = createKubernetesRuntime({ connection, settings: { image: "reeve.local/none:1" } });
  const settings = { NODE_COUNT: NODES, NODE_CPUS: 0.01, NODE_MEM: 16 };
  const definition = { services: { web: { kind: "wide-column", engine: "small", settings } } } as never;
  const lines: string[] = [];
  const reeve = await startReeve(definition, {
    state,
    moreEngines: [{ engine: smallEngine, runtime }],
    log: (line) => void lines.push(line),
  });
  try {
    const client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "web" });
    await client.plans.wait({}, { within: LONG });
    for (let run = 1; run <= runs; run++) {
      const before = pods();
      const lost = [...before.keys()].filter(() => random() < 0.15);
      const { expired } = proxy;
      proxy.hold();
      for (const node of lost) labOutput("kubectl", "-n", NAMESPACE, "delete", "pod", nameOf(node), "--wait=true");
      command("kill", "apiserver");
      command("up");
      labOutput("compact");
      // New resource versions after the compaction, so that the service's version is really behind.
      labOutput("kubectl", "-n", NAMESPACE, "create", "configmap", `run-${run}`);
      proxy.pass();
      await until(async () => {
        const now = pods();
        const nodes = await client.nodes.list();
        return now.size === NODES && lost.every((node) => now.get(node) !== before.get(node)) && nodes.every(isWell);
      });
      await sleep(2000);
      const changed = [...pods()].filter(([node, uid]) => before.get(node) !== uid).map(([node]) => node);
      const refused = proxy.expired - expired;
      console.log(
        `${run}: lost in the gap: ${lost.join(", ") || "none"}; new: ${changed.join(", ") || "none"}; ${refused} watches expired`,
      );
      if (changed.join() !== lost.join()) {
        console.log([...lines, JSON.stringify([...before]), JSON.stringify(rows())].join("\n"));
        console.log(labOutput("kubectl", "-n", NAMESPACE, "get", "events", "--sort-by=.lastTimestamp"));
        throw new Error("other nodes were restarted than those that were lost");
      }
    }
    console.log(`${proxy.expired} watches expired in ${runs} gaps`);
    return proxy.expired > 0 ? 0 : 1;
  } catch (error) {
    const client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "web" });
    console.log(lines.join("\n"));
    console.log(JSON.stringify(await client.nodes.list()));
    console.log(labOutput("kubectl", "-n", NAMESPACE, "get", "pods,events", "-o", "wide"));
    throw error;
  } finally {
    await reeve.close();
    proxy.close();
    await machines.end();
    rmSync(state, { recursive: true });
  }
});

function isWell({ state, reason }: { readonly state: string; readonly reason?: string | null }): boolean {
  return state === "running" && !reason;
}

/** The uids of the pods of all nodes that are not being deleted. */
function pods(): ReadonlyMap<string, string> {
  return new Map(rows().map(({ node, uid }) => [node, uid]));
}

function nameOf(node: string): string {
  return rows().find((row) => row.node === node)?.name ?? "";
}

function rows(): readonly { readonly node: string; readonly uid: string; readonly name: string }[] {
  const fields = ["{.metadata.labels.reeve/node}", "{.metadata.uid}", "{.metadata.name}", "{.metadata.deletionTimestamp}"];
  const each = `{range .items[*]}${fields.join(" ")}{"\\n"}{end}`;
  const matches = labOutput("kubectl", "-n", NAMESPACE, "get", "pods", "-o", `jsonpath=${each}`).split("\n");
  return matches
    .map((line) => line.trim().split(" "))
    .flatMap(([node, uid, name, deleted]) => (node && uid && name && !deleted ? [{ node, uid, name }] : []))
    .sort((one, other) => one.node.localeCompare(other.node));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  let failure: unknown;
  const isSo = () =>
    holds().catch((error) => {
      failure = error;
      return false;
    });
  for (const late = Date.now() + LONG; !(await isSo()); await sleep(200)) {
    if (Date.now() > late) throw new Error(`the nodes are not back: ${JSON.stringify(rows())}`, { cause: failure });
  }
}
