/**
 * The part of the trial `kubernetes-tiny-engine` that runs after the cluster has been started, in the network of the cluster's node: `node
 * tiny-engine-in-pods.ts IMAGE`.
 */
import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { createKubernetesRuntime } from "@reeve/runtime-kubernetes";
import { startReeve } from "@reeve/service";
import { engineOfPage } from "@reeve/tests/engine-of-page";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { kubectl } from "./kubectl.ts";
import { report } from "./pods-of-brokers.ts";

const [image = ""] = process.argv.slice(2);
const NAMESPACE = "tiny";
const COMMAND = 'exec httpd -f -p "$PORT"';
const NODES = ["node-0", "node-1", "node-2"];
const LONG = 300_000;

kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
kubectl("create", "namespace", NAMESPACE);
const moreEngines = [{ engine: await engineOfPage(), runtime: createKubernetesRuntime() }];
const reeve = await startReeve(servicesWith(32), { moreEngines });
const client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "web" });
try {
  const first = await reached("three nodes run", () => podsNow(32));
  console.log(kubectl("-n", NAMESPACE, "get", "pods,persistentvolumeclaims,services", "-o", "wide"));

  await client.nodes.restart({ node: "node-1" });
  const restarted = await reached("node-1 is restarted", () => newPods(first, podsNow(32), ["node-1"]));
  assert.deepEqual(claimsOf(restarted), claimsOf(first), "a restart keeps the volumes");

  // The engine cannot know what a node keeps, so it refuses to lose a node.
  await client.nodes.replace({ node: "node-2", force: "data-loss" });
  const replaced = await reached("node-2 is replaced", () => newPods(restarted, podsNow(32), ["node-2"]));
  const kept = NODES.filter((node) => claimsOf(replaced)[node] === claimsOf(restarted)[node]);
  assert.deepEqual(kept, ["node-0", "node-1"], "only the replaced node gets another volume");

  await reeve.deploy(servicesWith(48));
  const changed = await reached("a changed definition is rolled out", () => newPods(replaced, podsNow(48), NODES));

  for (const { node, host, port } of changed) {
    const { status } = await fetch(`http://${host}:${port}/`);
    assert.equal(status, 404, `${node} is a web server without pages`);
  }
} finally {
  await reeve.close();
  kubectl("delete", "namespace", NAMESPACE);
}
process.exit();

function servicesWith(memory: number) {
  const web = {
    kind: "wide-column",
    engine: "program",
    command: COMMAND,
    settings: { NODE_COUNT: NODES.length, NODE_CPUS: 0.05, NODE_MEM: memory, NODE_DISK: 10 },
    runtime: { name: "kubernetes", namespace: NAMESPACE, image, spread: "preferred", user: 1000 },
  } as const;
  return { services: { web } };
}

/** Waits until all nodes run, and the pods are as expected. */
async function reached<Pods>(what: string, pods: () => Pods): Promise<Pods> {
  const since = performance.now();
  for (;;) {
    try {
      const result = pods();
      const nodes = await client.nodes.list();
      assert(
        nodes.every(({ state, reason }) => state === "running" && !reason),
        `all nodes run: ${JSON.stringify(nodes)}`,
      );
      report(what, performance.now() - since);
      return result;
    } catch (error) {
      if (performance.now() - since > LONG) throw error;
      await sleep(200);
    }
  }
}

interface RunningPod {
  readonly node: string;
  readonly uid: string;
  readonly claim: string;
  readonly host: string;
  readonly port: number;
}

interface PodObject {
  readonly metadata: {
    readonly uid: string;
    readonly deletionTimestamp?: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly hostname: string;
    readonly subdomain: string;
    readonly volumes: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
    readonly containers: readonly [
      {
        readonly image: string;
        readonly command: readonly string[];
        readonly resources: { readonly limits: { readonly memory: string } };
        readonly ports: readonly [{ readonly containerPort: number }];
      },
    ];
  };
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}

/** The pods that kubectl shows. Throws an error unless there is one pod for each node, which is ready and runs as the definition says. */
function podsNow(memory: number): readonly RunningPod[] {
  const { items } = JSON.parse(kubectl("-n", NAMESPACE, "get", "pods", "-o", "json")) as {
    readonly items: readonly PodObject[];
  };
  const pods = items.map(({ metadata, spec, status }) => {
    const node = metadata.labels["reeve/node"] ?? "";
    const [container] = spec.containers;
    assert.equal(metadata.deletionTimestamp, undefined, `${node} is not being deleted`);
    assert.equal(container.image, image);
    assert.equal(container.command.at(-1), COMMAND.replace("$", "$$$$"), "in a pod's command, `$$` stands for `$`");
    assert.equal(container.resources.limits.memory, `${memory}Mi`);
    assert(
      status.conditions.some(({ type, status: is }) => type === "Ready" && is === "True"),
      `${node} is ready`,
    );
    return {
      node,
      uid: metadata.uid,
      claim: spec.volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : [])).join(),
      host: `${spec.hostname}.${spec.subdomain}.${NAMESPACE}.svc.cluster.local`,
      port: container.ports[0].containerPort,
    };
  });
  assert.deepEqual(pods.map(({ node }) => node).sort(), NODES);
  return pods.toSorted((a, b) => a.node.localeCompare(b.node));
}

function claimsOf(pods: readonly RunningPod[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pods.map(({ node, claim }) => [node, claim]));
}

/** Returns the pods after a change. Throws an error unless exactly these nodes have new pods. */
function newPods(before: readonly RunningPod[], after: readonly RunningPod[], nodes: readonly string[]): readonly RunningPod[] {
  const old = new Set(before.map(({ uid }) => uid));
  const changed = after.filter(({ uid }) => !old.has(uid)).map(({ node }) => node);
  assert.deepEqual(changed, nodes, "only these nodes have new pods");
  return after;
}
