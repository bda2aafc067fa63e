import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { areInSync, brokersIn, createTopic } from "@reeve/tests/kafka/load";
import { type ApiClient, openClient } from "../../../packages/cluster/runtime-kubernetes/src/api/client.ts";
import type { Connection } from "../../../packages/cluster/runtime-kubernetes/src/api/connection.ts";
import type { KubernetesObject } from "../../../packages/cluster/runtime-kubernetes/src/api/objects.ts";

/** The pods of a controller and of brokers, run by a plain script. */
export interface PodsByHand {
  /** Runs `start-by-hand.ts`, a program like the service, whose own start counts too. */
  start(): Promise<void>;
  /** Restarts all brokers one after another; each time waits until all replicas are in sync. */
  roll(): Promise<void>;
}

/** What a script needs to start the pods. */
export interface Prepared {
  readonly namespace: string;
  readonly objects: readonly (readonly [kind: (typeof KINDS)[number], objects: readonly Stored[]])[];
  readonly brokers: readonly string[];
  readonly topic: string;
}

type Stored = KubernetesObject & { readonly spec?: object; readonly data?: object };
type PodObject = Stored & {
  readonly spec: { readonly containers: readonly [{ readonly command: readonly [string, string, string] }] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
};

const POLL = 100;
const KINDS = ["services", "persistentvolumeclaims", "configmaps", "pods"] as const;
const TYPES = {
  services: "Service",
  persistentvolumeclaims: "PersistentVolumeClaim",
  configmaps: "ConfigMap",
  pods: "Pod",
} as const;

/** Formats a controller's volume. In a pod's command, `$$` stands for `$`. */
const FORMAT = `"$$JAVA" $$JAVA_OPTIONS kafka.tools.StorageTool format --ignore-formatted -t "$$CLUSTER_ID" -c etc/server.properties --standalone`;

/** Copies the objects of running brokers, so that a script can run the same pods in another namespace. */
export async function podsByHand(
  connection: Connection,
  from: string,
  to: string,
  bootstrap: readonly string[],
  topic: string,
): Promise<PodsByHand> {
  const moved = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(`.${from}.svc`, `.${to}.svc`)) as Value;
  const source = openClient(connection, from);
  const objects = new Map<(typeof KINDS)[number], readonly Stored[]>();
  for (const kind of KINDS) {
    const { items } = await source.list<Stored>(kind, { labelSelector: "app.kubernetes.io/managed-by=reeve" });
    objects.set(
      kind,
      items.map((item) => moved(copyOf(kind, item))),
    );
  }
  source.close();
  const client = openClient(connection, to);
  const pods = (objects.get("pods") ?? []) as readonly PodObject[];
  const brokers = moved([...bootstrap]);
  const inSync = () => until(() => areInSync(brokers, topic));

  return {
    async start() {
      const file = join(mkdtempSync(join(tmpdir(), "reeve-by-hand-")), "by-hand.json");
      const prepared: Prepared = { namespace: to, objects: [...objects], brokers, topic };
      writeFileSync(file, JSON.stringify(prepared));
      const program = join(import.meta.dirname, "start-by-hand.ts");
      const [code] = await once(spawn(process.execPath, [program, file], { stdio: ["ignore", "ignore", "inherit"] }), "exit");
      rmSync(dirname(file), { recursive: true });
      if (code !== 0) throw new Error(`the script ended with ${code}`);
    },
    async roll() {
      for (const pod of pods.filter(({ metadata }) => metadata.labels?.["reeve/pod-type"] === "broker")) {
        const { name } = pod.metadata;
        await client.delete("pods", name);
        while (await client.get("pods", name)) await sleep(POLL);
        await client.create("pods", pod);
        await isReady(client, name);
        await inSync();
      }
    },
  };
}

/** Creates everything at once, and waits until all pods are ready, all brokers know each other, and a topic exists. */
export async function startPods(connection: Connection, prepared: Prepared): Promise<void> {
  const { namespace, objects, brokers, topic } = prepared;
  const client = openClient(connection, namespace);
  for (const [kind, all] of objects) await Promise.all(all.map((object) => client.create(kind, object)));
  const pods = objects.find(([kind]) => kind === "pods")?.[1] ?? [];
  for (const { metadata } of pods) await isReady(client, metadata.name);
  await until(async () => (await brokersIn(brokers)) === pods.length - 1);
  await createTopic(brokers, topic, 2);
  await until(() => areInSync(brokers, topic));
  client.close();
}

/** A failed question is repeated, because the brokers may not be there yet. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await sleep(POLL);
}

async function isReady(client: ApiClient, name: string): Promise<void> {
  for (;;) {
    const pod = await client.get<PodObject>("pods", name);
    if (pod?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True")) return;
    await sleep(POLL);
  }
}

/** What a user would write to make an object like this one. */
function copyOf(kind: (typeof KINDS)[number], { metadata, spec, data }: Stored): Stored {
  const { name, labels = {} } = metadata;
  const { nodeName: _, volumeName: __, ...rest } = (spec ?? {}) as Readonly<Record<string, unknown>>;
  const own = { apiVersion: "v1", kind: TYPES[kind], metadata: { name, labels } };
  if (kind === "configmaps") return { ...own, ...(data && { data }) };
  const isController = kind === "pods" && labels["reeve/pod-type"] === "controller";
  return { ...own, spec: isController ? formatFirst(rest as PodObject["spec"]) : rest };
}

/** Formats the controller's volume in the controller's own pod. */
function formatFirst(spec: PodObject["spec"]): PodObject["spec"] {
  const [container] = spec.containers;
  const [shell, option, text] = container.command;
  const command = text.replace(/^exec /m, (exec) => `${FORMAT}\n${exec}`);
  return { ...spec, containers: [{ ...container, command: [shell, option, command] }] };
}
