import { spawnSync } from "node:child_process";
import { resourceSet } from "@reeve/orchestrator";
import { expect, test } from "vitest";
import { taskOf } from "../../test/support/instance.ts";
import { createKubernetesRuntime } from "../kubernetes-runtime.ts";
import { readSettings, settingsWith } from "../settings.ts";
import { namesOf, objectName } from "./names.ts";
import { affinityOf } from "./placement.ts";
import { podOf } from "./pod-of.ts";
import { literal, quoted } from "./shell.ts";

const options = {
  names: namesOf("kafka", "tests", "cluster.local"),
  instanceId: "id",
  settings: readSettings({ image: "example.com/tools@sha256:abc", user: 1000 }, settingsWith({})),
  ports: { main: 9092 },
};

test("the pod of a task", () => {
  const command = { value: 'echo "$HOME $$(date)"', environment: { PRICE: "$(NOT)", OWN: "$$" } };
  const files = [{ name: "a", "relative-path": "etc/it's", "template-content": "" }];
  const resources = resourceSet("r", { cpus: 0.5, mem: 256 }, { role: "", principal: "" });
  const volumes = { data: { name: "v", kept: false }, "/logs": { name: "w", kept: false } };
  const pod = podOf(taskOf({ taskId: "broker-0-node__1", command, files, resources, volumes, grace: 7 }), options);
  expect(pod).toMatchObject({
    metadata: { name: objectName("kafka-broker-0-node__1"), annotations: { "reeve/task-id": "broker-0-node__1" } },
    spec: {
      restartPolicy: "Never",
      hostname: "broker-0",
      subdomain: "kafka",
      terminationGracePeriodSeconds: 7,
      securityContext: { runAsUser: 1000, fsGroup: 1000, runAsNonRoot: true },
      containers: [
        {
          image: "example.com/tools@sha256:abc",
          resources: { requests: { cpu: "500m", memory: "256Mi" }, limits: { memory: "256Mi" } },
          ports: [{ containerPort: 9092 }],
          volumeMounts: [
            { mountPath: "/sandbox" },
            { mountPath: "/reeve-files" },
            { mountPath: "/sandbox/data" },
            { mountPath: "/logs" },
          ],
        },
      ],
    },
  });
  const [container] = (pod.spec as unknown as { containers: { command: string[]; env: object[] }[] }).containers;
  expect(container?.command[2]).toBe(
    `(umask 077; mkdir -p 'etc' && cp /reeve-files/0 'etc/it'\\''s') || exit 1\necho "$$HOME $$$$(date)"`,
  );
  expect(container?.env).toContainEqual({ name: "PRICE", value: "$$(NOT)" });
  expect(container?.env).toContainEqual({
    name: "MESOS_CONTAINER_IP",
    value: "broker-0.kafka.tests.svc.cluster.local",
  });
});

test("the image of a pod is that of its own specification, by digest or by tag, and not a newer one of the definition", () => {
  const runtime = createKubernetesRuntime();
  const digest = `sha256:${"a".repeat(64)}`;
  for (const image of [`tools@${digest}`, `example.com:5000/tools:1@${digest}`, "example.com:5000/tools:1"]) {
    const container = runtime.container?.({ image });
    expect(container).toEqual({ "image-name": image });
    expect(podOf(taskOf({ container }), options)).toMatchObject({ spec: { containers: [{ image }] } });
  }
});

test("a cluster puts nothing in, and a shell reads one word", () => {
  // Expands as Kubernetes does: it turns `$$` into `$` and changes nothing else.
  const expanded = (text: string) => text.replaceAll("$$", "$");
  for (const text of ["$$", "$(A) $A $" + "{A}", "a$", "$"]) expect(expanded(literal(text))).toBe(text);
  for (const text of ["it's", "a b", "$HOME"]) {
    expect(spawnSync("sh", ["-c", `printf %s ${quoted(text)}`]).stdout.toString()).toBe(text);
  }
});

test("names that a cluster would not take are told apart by a hash", () => {
  expect(objectName("broker-0")).toBe("broker-0");
  const odd = ["a_b", "a.b", "A-b", "a-b-", "x".repeat(80), "_", "dev/kafka"].map((name) => objectName(name));
  expect(new Set(odd).size).toBe(odd.length);
  for (const name of odd) expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
});

test("placement: away from its own kind and what its rule says, near its node, and rather where it was", () => {
  const rule = (type: string, behavior: string) => ({ "@type": "TaskTypeRule", type, behavior });
  const placementRule = { "@type": "AndRule", rules: [rule("name", "AVOID"), rule("zk", "COLOCATE")] };
  const on = { agent: "machine-1", hostname: "", addresses: [], ports: {} };
  const near = (labels: object, more: object = {}) => ({
    labelSelector: { matchLabels: { "reeve/instance-id": "id", "reeve/place": "own", ...labels }, ...more },
    topologyKey: "kubernetes.io/hostname",
  });
  const others = { matchExpressions: [{ key: "reeve/node", operator: "NotIn", values: ["broker-0"] }] };
  const away = [near({ "reeve/pod-type": "broker" }, others), near({ "reeve/pod-type": "name" }, others)];
  expect(affinityOf(taskOf({ placementRule, on }), "id", "broker-0", { spread: "required" })).toEqual({
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: away },
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ "reeve/pod-type": "zk" })] },
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: { matchFields: [{ key: "metadata.name", operator: "In", values: ["machine-1"] }] } },
      ],
    },
  });
  expect(affinityOf(taskOf(), "id", "broker-0", { spread: "preferred" })).toMatchObject({
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ podAffinityTerm: away[0] }] },
  });
  expect(affinityOf(taskOf({ sidecar: true, on }), "id", "broker-0", { spread: "required" })).toEqual({
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ "reeve/node": "broker-0" })] },
  });
});
