import { decode } from "@reeve/contract";
import { expect, test } from "vitest";
import { PodSpec } from "./pod-spec.ts";
import { avoidedTypes, demandOf, isOneShot } from "./readers.ts";

const scalar = (value: number) => ({ type: "SCALAR", scalar: { value }, ranges: null, set: null, text: null });
const port = (begin: number) => ({
  type: "RANGES",
  scalar: null,
  ranges: { range: [{ begin, end: begin }] },
  set: null,
  text: null,
});
const owner = { role: "hdfs-role", principal: "hdfs-principal" };

/** A pod of the target configuration, taken from the API document of the file system. */
const journal = {
  type: "journal",
  user: null,
  count: 3,
  container: null,
  uris: ["http://artifacts.invalid/engine.tgz"],
  "task-specs": [
    {
      name: "node",
      goal: "RUNNING",
      "resource-set": {
        id: "journal-resources",
        "resource-specifications": [
          { "@type": "DefaultResourceSpec", name: "cpus", value: scalar(0.3), ...owner, envKey: null },
          { "@type": "DefaultResourceSpec", name: "mem", value: scalar(512), ...owner, envKey: null },
          {
            "@type": "PortsSpec",
            name: "ports",
            value: port(8485),
            ...owner,
            envKey: null,
            "port-specs": [
              {
                "@type": "PortSpec",
                name: "ports",
                "port-name": "journal-rpc",
                value: port(8485),
                ...owner,
                envKey: "JOURNAL_NODE_RPC_PORT",
              },
              {
                "@type": "PortSpec",
                name: "ports",
                "port-name": "journal-http",
                value: port(8480),
                ...owner,
                envKey: "JOURNAL_NODE_HTTP_PORT",
              },
            ],
          },
        ],
        "volume-specifications": [
          {
            "@type": "DefaultVolumeSpec",
            type: "ROOT",
            "container-path": "volume",
            name: "disk",
            value: scalar(5000),
            ...owner,
            envKey: "DISK_SIZE",
          },
        ],
        ...owner,
      },
      "command-spec": { value: "./run", environment: { A: "1" } },
      "health-check-spec": null,
      "readiness-check-spec": { command: "check", delay: 0, interval: 5, timeout: 60 },
      "config-files": [{ name: "core-site", "relative-path": "etc/core-site.xml", "template-content": "{{FRAMEWORK_NAME}}" }],
    },
  ],
  "placement-rule": {
    "@type": "AndRule",
    rules: [
      { "@type": "TaskTypeRule", type: "journal", converter: { "@type": "TaskTypeLabelConverter" }, behavior: "AVOID" },
      { "@type": "TaskTypeRule", type: "name", converter: { "@type": "TaskTypeLabelConverter" }, behavior: "AVOID" },
    ],
  },
  "replacement-failure-policy": { kept: true },
};

test("a pod spec as the document describes it fits, fields that it does not know included", () => {
  expect(decode(PodSpec, journal)).toEqual({ ok: true, value: journal });
});

test("what a task asks for is added up", () => {
  const [task] = journal["task-specs"];
  if (!task) throw new Error("no task");
  const { scalars, ports } = demandOf(task);
  expect([...scalars]).toEqual([
    ["cpus", 0.3],
    ["mem", 512],
    ["disk", 5000],
  ]);
  expect([...ports]).toEqual([
    ["journal-rpc", 8485],
    ["journal-http", 8480],
  ]);
  expect(isOneShot(task)).toBe(false);
  expect([isOneShot({ ...task, goal: "FINISHED" }), isOneShot({ ...task, goal: "ONCE" })]).toEqual([true, true]);
});

test("placement is read into the types that a pod keeps away from", () => {
  expect(avoidedTypes(journal)).toEqual(["journal", "name"]);
  expect(avoidedTypes({ ...journal, "placement-rule": null })).toEqual([]);
});

test("placements of other kinds are kept as they are", () => {
  const nested = { "@type": "AndRule", rules: [{ "@type": "OrRule", rules: [{ "@type": "TaskTypeRule" }] }] };
  for (const rule of [nested, { "@type": "PassthroughRule" }, { "@type": "HostnameRule", matcher: { "@type": "x" } }]) {
    expect(decode(PodSpec, { ...journal, "placement-rule": rule }).ok).toBe(true);
  }
});

test("a value out of its shape is named with its place", () => {
  const broken = structuredClone(journal);
  Object.assign(broken["task-specs"][0]?.["command-spec"] ?? {}, { environment: { A: 1 } });
  expect(decode(PodSpec, broken)).toEqual({
    ok: false,
    issues: ["task-specs[0].command-spec.environment.A: expected a string, received 1"],
  });
});
