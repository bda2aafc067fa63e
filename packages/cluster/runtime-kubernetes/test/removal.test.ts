import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOrchestrator, instanceDefinition, type Orchestrator } from "@reeve/orchestrator";
import type { BrokerDefinition, Clock, Cluster, Engine, Readiness } from "@reeve/orchestrator/engine";
import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { createKubernetesRuntime, roleRules } from "../src/index.ts";
import { fastClock, openInstance, signal } from "./support/instance.ts";

const FOREVER = 1_000_000;
const forbidden = "it is forbidden: the service account lacks a permission";
const KINDS = ["pods", "persistentvolumeclaims", "configmaps", "secrets", "services", "poddisruptionbudgets", "leases"];

const yes = async (): Promise<Readiness> => ({ ready: true });
const engine: Engine<BrokerDefinition> = {
  name: "small",
  kind: "broker",
  simulated: false,
  internalPods: [],
  joinsTogether: true,
  podSpecs: (_, { settings }) => [
    {
      type: "broker",
      count: settings.BROKER_COUNT,
      uris: [],
      "task-specs": [
        {
          name: "node",
          goal: "RUNNING",
          "resource-set": {
            id: "resources",
            "resource-specifications": [],
            "volume-specifications": [
              { type: "ROOT", "container-path": "data", name: "disk", value: { type: "SCALAR", scalar: { value: 9 } } },
            ],
          },
          "command-spec": { value: "exec sleep 1000", environment: {} },
        },
      ],
    },
  ],
  limits: () => ({ grace: 1 }),
  open: async (): Promise<Cluster<"broker">> => ({
    sequence: () => ["node"],
    environment: () => ({}),
    ready: yes,
    mayStop: yes,
    mayLose: yes,
    perform: async () => undefined,
    administration: {} as Cluster<"broker">["administration"],
    close: async () => undefined,
  }),
};

/** A clock on which leases expire sooner, too, but not so soon that a busy machine cannot renew them. */
const SPEED = 10;
const begun = Date.now();
const clock: Clock = {
  now: () => begun + (Date.now() - begun) * SPEED,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds / SPEED);
    return () => clearTimeout(timer);
  },
};

/** Three brokers that run in a cluster, next to objects of something else. */
async function running() {
  const cluster = await startFakeCluster(roleRules);
  onTestFinished(() => cluster.close());
  const state = mkdtempSync(join(tmpdir(), "reeve-removal-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  for (const kind of KINDS) cluster.put(kind, { metadata: { name: "other", uid: kind, labels: { "reeve/instance-id": "x" } }, spec: {} });
  const runtime = createKubernetesRuntime({
    connection: { server: cluster.server, namespace: "tests" },
    settings: { image: "example.com/tools:1" },
  });
  const engines = [{ engine, runtime }];
  const open = async () => {
    const orchestrator = await createOrchestrator({ engines, state, clock });
    onTestFinished(() => orchestrator.close().catch(() => undefined));
    return orchestrator;
  };
  const kafka = { kafka: v.parse(instanceDefinition(engines), { kind: "broker", engine: "small" }) };
  const orchestrator = await open();
  await orchestrator.deploy(kafka);
  await until(() => orchestrator.instance("kafka")?.plans.get("deploy")?.status === "COMPLETE");
  return { cluster, orchestrator, open, kafka };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The number of objects of each kind that are not those of something else. */
const owned = (cluster: FakeCluster) => KINDS.map((kind) => cluster.objects(kind).length - 1);
const nothing = KINDS.map(() => 0);
const troublesOf = ({ removals }: Orchestrator) => removals().flatMap(({ troubles }) => troubles);

test("claims that may not be deleted are deleted by a later service, once that is allowed", async () => {
  const { cluster, orchestrator, open, kafka } = await running();
  cluster.fail({ request: "DELETE persistentvolumeclaims", status: 403, message: forbidden, times: FOREVER });
  const [removed] = await orchestrator.deploy({}, { remove: true });
  const reason = expect.stringMatching(/^the volume broker-\d__\S+ cannot be deleted: it is forbidden: .+ \(and 2 more\)$/);
  expect(removed).toMatchObject({ instance: "kafka", change: "removed", troubles: [reason] });
  const [pods, claims] = owned(cluster);
  expect([pods, claims]).toEqual([0, 3]);
  await orchestrator.close();
  const next = await open();
  await until(() => troublesOf(next).some((each) => each.includes(forbidden)));
  expect(troublesOf(next)).toEqual([reason]);
  await expect(next.deploy(kafka)).rejects.toThrow(/^kafka: the service that had this name is still being removed/);
  cluster.heal();
  await until(() => next.removals().length === 0);
  expect(owned(cluster)).toEqual(nothing);
  await next.deploy(kafka);
  await until(() => next.instance("kafka")?.plans.get("deploy")?.status === "COMPLETE");
  expect(owned(cluster).slice(0, 2)).toEqual([3, 3]);
});

test.each(["services", "poddisruptionbudgets", "leases"])("%s that may not be deleted keep the removal going", async (kind) => {
  const { cluster, orchestrator } = await running();
  cluster.fail({ request: `DELETE ${kind}`, status: 403, message: forbidden, times: FOREVER });
  await orchestrator.deploy({}, { remove: true });
  const reason = `the objects of the service in its runtime cannot be removed: ${forbidden}`;
  await until(() => troublesOf(orchestrator).includes(reason));
  cluster.heal();
  await until(() => orchestrator.removals().length === 0);
  expect(owned(cluster)).toEqual(nothing);
});

test("an instance is removed although the API server is away while the service stops and starts", async () => {
  const { cluster, orchestrator, open } = await running();
  await cluster.down();
  const [removed] = await orchestrator.deploy({}, { remove: true });
  expect(removed?.troubles?.[0]).toMatch(/^the task broker-0-node__\S+ has not ended: .+does not answer.+ \(and 2 more\)$/);
  await orchestrator.close();
  const next = await open();
  await until(() => troublesOf(next).length > 0);
  expect(troublesOf(next)[0]).toMatch(/^its runtime cannot be used: kafka: the API server .+ does not answer/);
  await cluster.up();
  await until(() => next.removals().length === 0);
  expect(owned(cluster)).toEqual(nothing);
});

test("a disruption budget that could not be set is not made after the removal", async () => {
  const { cluster, agents } = await openInstance();
  cluster.fail({ request: "PATCH poddisruptionbudgets", status: 403, message: forbidden, times: FOREVER });
  const seen: (readonly string[])[] = [];
  agents.watchTroubles?.((reasons) => seen.push(reasons));
  agents.allowDisruption?.(true, 3);
  await until(() => seen.length > 0);
  await agents.end?.(signal);
  expect(seen.at(-1)).toEqual([]);
  cluster.heal();
  const count = cluster.requests.length;
  await new Promise<void>((resolve) => void fastClock.after(10_000, resolve));
  expect(cluster.requests.slice(count)).not.toContain("PATCH poddisruptionbudgets");
  expect(cluster.objects("poddisruptionbudgets")).toEqual([]);
});

test("the objects of an instance stay until its last pod is gone", async () => {
  let later = 0;
  const instance = await openInstance({ clock: { ...fastClock, now: () => Date.now() + later } });
  const { cluster, agents, launch, state } = instance;
  cluster.fail({ request: "DELETE pods", status: 403, message: forbidden, times: FOREVER });
  const { taskId } = await launch({ command: { value: "exit 1", environment: {} } });
  await state(taskId, "failed");
  const [pod] = cluster.objects("pods");
  const ending = agents.end?.(signal);
  await new Promise(setImmediate);
  later = 21_000;
  await expect(ending).rejects.toThrow(`the pod ${pod?.metadata.name} still exists`);
  expect(cluster.objects("leases")).toHaveLength(1);
  cluster.heal();
  await agents.end?.(signal);
  expect(["pods", "services", "leases"].flatMap((kind) => cluster.objects(kind))).toEqual([]);
});
