import { homedir, tmpdir } from "node:os";
import { dirname } from "node:path";
import { createOrchestrator, instanceDefinition } from "@reeve/orchestrator";
import type { Engine } from "@reeve/orchestrator/engine";
import { createKubernetesRuntime, roleRules } from "@reeve/runtime-kubernetes";
import { startFakeCluster } from "@reeve/testing/fake-cluster";
import * as v from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";
import { engineOfPage } from "./engine-of-page.ts";

const byDigest = (digit: string) => `registry.example.com:5000/shell@sha256:${digit.repeat(64)}`;
const command = 'exec httpd -f -p "$PORT"';

test("the engine of the page on writing an engine runs in pods, with images by digest, and a new digest is rolled out", async () => {
  const cluster = await startFakeCluster(roleRules);
  onTestFinished(() => cluster.close());
  const connection = { server: cluster.server, namespace: "web" };
  const engines = [{ engine: readyAtOnce(await engineOfPage()), runtime: createKubernetesRuntime({ connection }) }];
  const orchestrator = await createOrchestrator({ engines });
  onTestFinished(() => orchestrator.close({ tasks: "leave" }));
  const deploy = async (image: string) => {
    const settings = { NODE_COUNT: 3, NODE_CPUS: 0.1, NODE_MEM: 32, NODE_DISK: 10 };
    const definition = { kind: "wide-column", command, settings, runtime: { name: "kubernetes", image } };
    await orchestrator.deploy({ web: v.parse(instanceDefinition(engines), definition) });
    const plans = orchestrator.instance("web")?.plans;
    await vi.waitFor(() => expect(plans?.get("deploy")?.status).toBe("COMPLETE"), { timeout: 60_000, interval: 20 });
    return cluster.objects("pods").map(({ metadata, spec }) => ({ name: metadata.name, spec }));
  };

  const first = await deploy(byDigest("1"));
  expect(first).toHaveLength(3);
  for (const { spec } of first) {
    expect(spec?.containers).toEqual([
      expect.objectContaining({
        image: byDigest("1"),
        // In a pod's command, `$$` stands for `$`.
        command: ["/bin/sh", "-c", command.replace("$", "$$$$")],
        env: expect.arrayContaining([{ name: "PORT", value: "20000" }]),
        ports: [{ containerPort: 20_000 }],
        readinessProbe: expect.objectContaining({ tcpSocket: { port: 20_000 } }),
      }),
    ]);
    for (const path of [dirname(process.execPath), import.meta.dirname, homedir(), tmpdir()]) {
      if (path.split("/").length > 2) expect(JSON.stringify(spec)).not.toContain(path);
    }
  }
  expect(await deploy(byDigest("1"))).toEqual(first);

  const second = await deploy(byDigest("2"));
  expect(second).toHaveLength(3);
  for (const { spec } of second) expect(spec?.containers).toEqual([expect.objectContaining({ image: byDigest("2") })]);
});

/** Nothing listens in the pods of the simulated cluster, so the engine cannot ask them. */
function readyAtOnce(engine: Engine): Engine {
  const ready = async () => ({ ready: true }) as const;
  return { ...engine, open: async (context) => ({ ...(await engine.open(context)), ready, mayStop: ready }) };
}
