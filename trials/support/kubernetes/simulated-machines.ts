/**
 * Simulates machines of a cluster, without containers: `node simulated-machines.ts KUBECONFIG COUNT`. Pods on them are ready at once, and
 * are gone at once when they are deleted. Prints a line when all machines are there. `lose NAME` on the standard input makes a machine
 * silent, so that the cluster gives it up; the end of the standard input ends the program.
 */
import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fromKubeconfig } from "@reeve/runtime-kubernetes";

const [kubeconfig = "", count = ""] = process.argv.slice(2);
const { server, options } = await fromKubeconfig(kubeconfig);
const base = new URL(server);
const { ca, headers: credentials } = ((await options?.()) ?? {}) as RequestOptions;
/** Leases have connections of their own, because pods would otherwise wait until the leases of many machines are renewed. */
const agents = {
  leases: new Agent({ keepAlive: true, maxSockets: 8, ca }),
  others: new Agent({ keepAlive: true, maxSockets: 16, ca }),
};

/** Seconds between two renewals of a machine's lease. The cluster gives up a machine after 50 s. */
const RENEW = 25;
/** Milliseconds after which a request without an answer counts as failed. */
const TIMEOUT = 10_000;
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
const MERGE = "application/merge-patch+json";

const names = Array.from({ length: Number(count) }, (_, index) => `machine-${index}`);
const lost = new Set<string>();
let addresses = 0;

async function send(method: string, path: string, body?: object, type = "application/json"): Promise<IncomingMessage> {
  const text = body === undefined ? "" : JSON.stringify(body);
  // Node.js sends the body of a DELETE request only if its length is given.
  const headers = {
    ...(credentials as OutgoingHttpHeaders),
    "content-type": type,
    "content-length": Buffer.byteLength(text),
  };
  const agent = path.startsWith(LEASES) ? agents.leases : agents.others;
  const isWatch = path.includes("watch=true");
  const limit = isWatch ? {} : { signal: AbortSignal.timeout(TIMEOUT) };
  const sent = request({ agent, host: base.hostname, port: base.port, method, path, headers, ...limit });
  sent.end(text);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

/** Another program may have created or deleted an object already. */
async function ask(method: string, path: string, body?: object, type?: string): Promise<void> {
  const answer = await send(method, path, body, type);
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += chunk;
  const { statusCode = 0 } = answer;
  if (statusCode >= 300 && statusCode !== 404 && statusCode !== 409) throw new Error(`${method} ${path}: ${text}`);
}

const now = () => new Date().toISOString();

function ready() {
  return {
    type: "Ready",
    status: "True",
    reason: "Simulated",
    lastHeartbeatTime: now(),
    lastTransitionTime: now(),
  };
}

async function join(name: string): Promise<void> {
  const size = { cpu: "32", memory: "256Gi", pods: "110" };
  const labels = { "kubernetes.io/hostname": name };
  const status = { capacity: size, allocatable: size, conditions: [ready()] };
  await ask("POST", "/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name, labels }, status });
  const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTime() };
  await ask("POST", LEASES, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec });
}

async function live(name: string): Promise<void> {
  // The machines do not renew their leases all at the same time.
  await sleep(Math.random() * RENEW * 1000);
  while (!lost.has(name)) {
    const renewed = ask("PATCH", `${LEASES}/${name}`, { spec: { renewTime: microTime() } }, MERGE);
    // While the API server is away, the machine tries again soon, so that the cluster does not give it up.
    const wait = await renewed.then(
      () => RENEW,
      () => 1,
    );
    await sleep(wait * 1000);
  }
}

function microTime(): string {
  return now().replace("Z", "000Z");
}

interface Conditions {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

interface Pod {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly deletionTimestamp?: string };
  readonly spec: {
    readonly nodeName: string;
    readonly containers: readonly { readonly name: string; readonly image: string }[];
  };
  readonly status: Conditions & { readonly phase: string };
}

async function observe({ metadata, spec, status }: Pod): Promise<void> {
  if (lost.has(spec.nodeName)) return;
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
  if (metadata.deletionTimestamp) return ask("DELETE", path, { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 });
  const startedAt = now();
  const types = ["PodScheduled", "Initialized", "ContainersReady", "Ready"];
  const conditions = types.map((type) => ({ type, status: "True", lastTransitionTime: startedAt }));
  const isReady = status.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True");
  // When the cluster gives up a machine, it also takes the readiness from the machine's pods.
  if (status.phase === "Running" && !isReady) return ask("PATCH", `${path}/status`, { status: { conditions } }, MERGE);
  if (status.phase !== "Pending") return;
  const podIP = `10.${64 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses++ & 255}`;
  const containerStatuses = spec.containers.map(({ name, image }) => {
    return {
      name,
      image,
      imageID: image,
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt } },
    };
  });
  const running = {
    phase: "Running",
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: startedAt,
    conditions,
    containerStatuses,
  };
  await ask("PATCH", `${path}/status`, { status: running }, MERGE);
}

interface Machine {
  readonly metadata: { readonly name: string };
  readonly status: Conditions;
}

/** Reports a machine as ready again that the cluster had given up, for example because the API server was away. */
async function report({ metadata: { name }, status }: Machine): Promise<void> {
  const is = status.conditions?.find(({ type }) => type === "Ready")?.status;
  if (is === "True" || !names.includes(name) || lost.has(name)) return;
  const merge = "application/strategic-merge-patch+json";
  await ask("PATCH", `/api/v1/nodes/${name}/status`, { status: { conditions: [ready()] } }, merge);
}

/** Observes all objects of a kind, again from the beginning whenever the watch ends. */
async function watch<Item>(path: string, observed: (object: Item) => Promise<void>): Promise<void> {
  for (;;) {
    try {
      const answer = await send("GET", path);
      let rest = "";
      for await (const chunk of answer.setEncoding("utf8")) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: Item };
          if (type === "ADDED" || type === "MODIFIED") observed(object).catch((error) => console.error(String(error)));
        }
      }
    } catch (error) {
      console.error(String(error));
      await sleep(1000);
    }
  }
}

await Promise.all(names.map(join));
for (const name of names) void live(name);
void watch("/api/v1/pods?watch=true&timeoutSeconds=300&fieldSelector=spec.nodeName!%3D", observe);
void watch("/api/v1/nodes?watch=true&timeoutSeconds=300", report);
console.log(`${names.length} machines`);

for await (const line of createInterface({ input: process.stdin })) lost.add(line.replace("lose ", ""));
process.exit();
