import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKafkaEngine } from "@reeve/engine-kafka";
import { createOrchestrator, instanceDefinition } from "@reeve/orchestrator";
import type { Cluster, Engine } from "@reeve/orchestrator/engine";
import { createKubernetesRuntime, roleRules } from "@reeve/runtime-kubernetes";
import { startFakeCluster } from "@reeve/testing/fake-cluster";
import { parse } from "valibot";
import { expect, onTestFinished, test } from "vitest";

/** A cluster of nodes that are ready at once. */
const playedCluster = {
  sequence: () => ["node"],
  environment: () => ({ NODE_ID: "0", CLUSTER_ID: "x", CONTROLLERS: "", OTHER_CONTROLLERS: "" }),
  ready: async () => ({ ready: true }),
  mayStop: async () => ({ ready: true }),
  mayLose: async () => ({ ready: true }),
  perform: async () => undefined,
  administration: {},
  close: async () => undefined,
} as unknown as Cluster<"broker">;

test("the secrets of settings are in secrets of the pods that use them, and in no config map, pod or configuration", async () => {
  const cluster = await startFakeCluster(roleRules);
  onTestFinished(() => cluster.close());
  const folder = mkdtempSync(join(tmpdir(), "reeve-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "password.txt");
  writeFileSync(file, "from a file\n");
  const value = Buffer.from('from "Kubernetes"\\\n').toString("base64");
  cluster.put("secrets", { metadata: { name: "keys" }, data: { password: value } });
  const engine = { ...createKafkaEngine(), open: async () => playedCluster } as unknown as Engine;
  const runtime = createKubernetesRuntime({ connection: { server: cluster.server, namespace: "tests" } });
  const engines = [{ engine, runtime }];
  const orchestrator = await createOrchestrator({ engines });
  onTestFinished(() => orchestrator.close({ tasks: "leave" }));
  const kafka = parse(instanceDefinition(engines), {
    kind: "broker",
    engine: "kafka",
    runtime: { name: "kubernetes", image: "example.com/kafka:4" },
    settings: { BROKER_COUNT: 1 },
    engineConfiguration: {
      "ssl.keystore.password": { file },
      "ssl.key.password": { secret: "keys", key: "password" },
    },
  });
  await orchestrator.deploy({ kafka });
  const contents = () => cluster.objects("secrets").flatMap(({ stringData = {} }) => Object.values(stringData as object));
  await expect.poll(() => contents().join("\n"), { timeout: 20_000 }).toContain("ssl.keystore.password=from a file\n");
  expect(contents().join("\n")).toContain('ssl.key.password=from "Kubernetes"\\\\\n');
  const elsewhere = JSON.stringify([
    cluster.objects("configmaps"),
    cluster.objects("pods"),
    orchestrator.instance("kafka")?.configurations.target(),
  ]);
  expect(elsewhere).not.toContain("from a file");
  expect(elsewhere).not.toContain("from \\");
  expect(cluster.objects("configmaps").length).toBeGreaterThan(0);
});
