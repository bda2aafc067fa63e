import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runtimeContract } from "@reeve/laws";
import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import { afterEach, onTestFinished, test } from "vitest";
import { createKubernetesRuntime, roleRules } from "../src/index.ts";

const clusters: FakeCluster[] = [];
afterEach(async () => {
  for (const cluster of clusters.splice(0)) await cluster.close();
});

const laws = runtimeContract(async () => {
  const cluster = await startFakeCluster(roleRules);
  clusters.push(cluster);
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  mkdirSync(join(folder, "data"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cluster.streams.run = (_pod, [program = "", ...args]) => spawn(program, args, { cwd: folder });
  const connection = { server: cluster.server, namespace: "tests" };
  return {
    runtime: createKubernetesRuntime({ connection, settings: { image: "example.com/tools:1" } }),
    lasting: { value: "exec sleep 1000", environment: {} },
    ending: { value: "true", environment: {} },
  };
});

test.each(laws)("$name", ({ holds }) => holds());
