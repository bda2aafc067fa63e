import { spawnSync } from "node:child_process";
import { resourceSet } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { taskOf } from "../../test/support/instance.ts";
import { createKubernetesRuntime } from "../kubernetes-runtime.ts";
import { readSettings, settingsWith } from "../settings.ts";
import { literal, shellQuoted } from "./container.ts";
import { objectName, objectNamesOf } from "./names.ts";
import { neighboursOf, placementOf } from "./placement.ts";
import { podOf } from "./pod-of.ts";

const options = {
  names: objectNamesOf("kafka", "tests", "cluster.local"),
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
          volumeMounts: [{ mountPath: "/sandbox" }, { mountPath: "/reeve-files" }, { mountPath: "/sandbox/data" }, { mountPath: "/logs" }],
        },
      ],
    },
  });
  const [container] = (pod.spec as unknown as { containers: { command: string[]; env: object[] }[] }).containers;
  expect(container?.command[2]).toBe(`(umask 077; mkdir -p 'etc' && cp /reeve-files/0 'etc/it'\\''s') || exit 1\necho "$$HOME $$$$(date)"`);
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
    expect(spawnSync("sh", ["-c", `printf %s ${shellQuoted(text)}`]).stdout.toString()).toBe(text);
  }
});

test("names that a cluster would not take are told apart by a hash", () => {
  expect(objectName("broker-0")).toBe("broker-0");
  const odd = ["a_b", "a.b", "A-b", "a-b-", "x".repeat(80), "_", "dev/kafka"].map((name) => objectName(name));
  expect(new Set(odd).size).toBe(odd.length);
  for (const name of odd) expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
});

const rule = (type: string, behavior: string) => ({ "@type": "TaskTypeRule", type, behavior });
const both = (...rules: readonly ReturnType<typeof rule>[]) => ({ "@type": "AndRule", rules });

test("a pod keeps away from the types of its rule, is near others and its node, and prefers the machine where it was", () => {
  const placementRule = both(rule("broker", "AVOID"), rule("name", "AVOID"), rule("zk", "COLOCATE"));
  const on = { agent: "machine-1", hostname: "", addresses: [], ports: {} };
  const near = (labels: object, more: object = {}) => ({
    labelSelector: { matchLabels: { "reeve/instance-id": "id", "reeve/place": "own", ...labels }, ...more },
    topologyKey: "kubernetes.io/hostname",
  });
  const others = { key: "reeve/node", operator: "NotIn", values: ["broker-0"] };
  const soft = { matchExpressions: [others] };
  const strict = (...values: readonly string[]) => ({
    matchExpressions: [others, { key: "reeve/shares", operator: "NotIn", values }],
  });
  const placed = (request: Parameters<typeof taskOf>[0], spread: "required" | "preferred" = "required") =>
    placementOf(taskOf(request), "id", "broker-0", { spread });
  expect(placed({ placementRule, on })).toEqual({
    labels: {},
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          near({ "reeve/pod-type": "broker" }, strict("own", "all")),
          near({ "reeve/pod-type": "name" }, strict("all")),
        ],
      },
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ "reeve/pod-type": "zk" })] },
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 100,
            preference: { matchFields: [{ key: "metadata.name", operator: "In", values: ["machine-1"] }] },
          },
        ],
      },
    },
  });
  const rather = (type: string) => ({ weight: 100, podAffinityTerm: near({ "reeve/pod-type": type }, soft) });
  expect(placed({ placementRule: both(rule("name", "AVOID")) }, "preferred")).toEqual({
    labels: { "reeve/shares": "all" },
    affinity: {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [rather("broker"), rather("name")] },
    },
  });
  expect(placed({ placementRule: both() })).toEqual({
    labels: { "reeve/shares": "own" },
    affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [rather("broker")] } },
  });
  expect(placed({ placementRule: rule("broker", "COLOCATE") }).affinity).toEqual({
    podAntiAffinity: {},
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ "reeve/pod-type": "broker" })] },
  });
  expect(placed({ sidecar: true, on }).affinity).toEqual({
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ "reeve/node": "broker-0" })] },
  });
});

test("a rule is read whole or refused", () => {
  const nested = { "@type": "AndRule", rules: [{ "@type": "PassthroughRule" }, both(rule("a", "AVOID"))] };
  expect(neighboursOf(nested, "broker")).toEqual({ away: ["a"], close: [] });
  expect(neighboursOf(null, "broker")).toEqual({ away: ["broker"], close: [] });
  const odd = [
    { "@type": "OrRule", rules: [rule("a", "AVOID")] },
    { "@type": "HostnameRule", matcher: { "@type": "ExactMatcher", string: "a" } },
    both(rule("a", "NEAR")),
    both(rule("", "AVOID")),
    { ...rule("a", "AVOID"), converter: { "@type": "OtherConverter" } },
  ];
  for (const each of odd) expect(() => neighboursOf(each, "broker")).toThrow(/cannot follow the placement rule \{.+nodeSelector/);
});

test("processors are limited only if the setting says so, and then to what the task requests", () => {
  const limitsOf = (cpuLimit: "none" | "request", amounts: { readonly cpus?: number; readonly mem?: number }) => {
    const resources = resourceSet("r", { cpus: 0, mem: 0, ...amounts }, { role: "", principal: "" });
    const specs = resources["resource-specifications"].filter(({ name }) => name in amounts);
    const request = taskOf({ resources: { ...resources, "resource-specifications": specs } });
    const pod = podOf(request, { ...options, settings: { ...options.settings, cpuLimit } });
    return (pod.spec as unknown as { containers: { resources: object }[] }).containers[0]?.resources;
  };
  const requests = { cpu: "500m", memory: "256Mi" };
  expect(limitsOf("none", { cpus: 0.5, mem: 256 })).toEqual({ requests, limits: { memory: "256Mi" } });
  expect(limitsOf("request", { cpus: 0.5, mem: 256 })).toEqual({ requests, limits: requests });
  expect(limitsOf("request", {})).toEqual({ requests: {} });
});
