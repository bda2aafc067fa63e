import { decode, noteOn, readAnswer } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { NodeInfo, nodeInfoAnswer } from "./node-info.ts";
import { environmentOf, labelsOf, totalsOf } from "./readers.ts";
import { summaryOf } from "./summary-of.ts";

/** Taken from the API document of the file system, including nulls. */
const info = {
  name: "name-0-node",
  taskId: { value: "name-0-node__5c1bdd06-8d9a-4a1f-8b4f-8cf2a1d3a0a5" },
  slaveId: { value: "agent-7" },
  resources: [
    {
      name: "cpus",
      type: "SCALAR",
      scalar: { value: 0.3 },
      ranges: null,
      set: null,
      role: "hdfs-role",
      reservation: null,
      disk: null,
      revocable: null,
      shared: null,
    },
    {
      name: "mem",
      type: "SCALAR",
      scalar: { value: 512 },
      ranges: null,
      set: null,
      role: "hdfs-role",
      reservation: { principal: "hdfs-principal", labels: { labels: [{ key: "resource_id", value: "1" }] } },
      disk: null,
      revocable: null,
      shared: null,
    },
    {
      name: "ports",
      type: "RANGES",
      scalar: null,
      ranges: { range: [{ begin: 9001, end: 9002 }] },
      set: null,
      role: "hdfs-role",
      reservation: null,
      disk: null,
      revocable: null,
      shared: null,
    },
    {
      name: "disk",
      type: "SCALAR",
      scalar: { value: 5000 },
      ranges: null,
      set: null,
      role: "hdfs-role",
      reservation: null,
      disk: {
        persistence: { id: "d", principal: "p" },
        volume: { mode: "RW", containerPath: "volume", hostPath: null, image: null, source: null },
        source: null,
      },
      revocable: null,
      shared: null,
    },
  ],
  executor: {
    type: "CUSTOM",
    executorId: { value: "e" },
    frameworkId: { value: "f" },
    command: {
      uris: [{ value: "http://x.invalid/a.zip", executable: null, extract: true, cache: null, outputFile: null }],
      environment: null,
      shell: null,
      value: "./executor",
      arguments: [],
      user: null,
    },
    container: null,
    resources: [],
    name: "name",
    source: null,
    data: null,
    discovery: null,
    shutdownGracePeriod: null,
    labels: null,
  },
  command: {
    uris: [],
    environment: { variables: [{ name: "TASK_NAME", value: "name-0-node" }] },
    shell: true,
    value: "run",
    arguments: [],
    user: null,
  },
  container: null,
  healthCheck: null,
  killPolicy: null,
  data: null,
  labels: {
    labels: [{ key: "offer_hostname", value: "10.0.0.7" }, { key: "target_configuration", value: "abc" }, { key: "empty" }],
  },
  discovery: null,
};
const status = {
  taskId: info.taskId,
  state: "TASK_RUNNING",
  message: "Reconciliation: latest task state",
  source: "SOURCE_MASTER",
  reason: "REASON_RECONCILIATION",
  data: null,
  slaveId: { value: "agent-7" },
  executorId: null,
  timestamp: 1491516156.59,
  uuid: null,
  healthy: null,
  labels: null,
  containerStatus: {
    containerId: { value: "c", parent: null },
    networkInfos: [
      {
        ipAddresses: [{ protocol: null, ipAddress: "10.0.0.7" }],
        name: null,
        groups: [],
        labels: null,
        portMappings: [],
      },
    ],
    cgroupInfo: null,
    executorPid: 77,
  },
  unreachableTime: null,
};

test("node info as the document describes it fits", () => {
  expect(decode(NodeInfo, [{ info, status }])).toEqual({ ok: true, value: [{ info, status }] });
});

test.each([{ info, status: null }, { info }, { info: { name: "x", taskId: { value: "y" } } }])("so does one with less in it", (task) => {
  expect(decode(NodeInfo, [task]).ok).toBe(true);
});

test("what most people want to know is a line away", () => {
  expect(summaryOf({ info, status })).toEqual({
    name: "name-0-node",
    taskId: info.taskId.value,
    state: "TASK_RUNNING",
    agent: "agent-7",
    hostname: "10.0.0.7",
    addresses: ["10.0.0.7"],
    configuration: "abc",
    since: new Date(1491516156590),
  });
  expect(summaryOf({ info: { name: "x", taskId: { value: "y" } }, status: null })).toMatchObject({
    state: undefined,
    addresses: [],
    since: undefined,
  });
});

describe("nested shapes are flat in a helper's hands", () => {
  test("labels and environment are maps", () => {
    expect([...labelsOf(info.labels)]).toEqual([
      ["offer_hostname", "10.0.0.7"],
      ["target_configuration", "abc"],
      ["empty", ""],
    ]);
    expect([...environmentOf(info.command)]).toEqual([["TASK_NAME", "name-0-node"]]);
    expect(labelsOf(null).size + environmentOf(undefined).size).toBe(0);
  });

  test("resources of several reservations add up", () => {
    const { scalars, ranges } = totalsOf([...info.resources, { name: "cpus", scalar: { value: 0.2 } }]);
    expect([...scalars]).toEqual([
      ["cpus", 0.5],
      ["mem", 512],
      ["disk", 5000],
    ]);
    expect([...ranges]).toEqual([["ports", [{ begin: 9001, end: 9002 }]]]);
  });
});

test("a node's tasks are read where they do not come as a list, and a note says so", () => {
  const task = { info: { name: "node", taskId: { value: "node__1" } }, status: null };
  for (const body of [task, { pod: "broker-0", tasks: [task] }]) {
    expect(readAnswer(nodeInfoAnswer, { status: 200, body })).toEqual({ ok: true, value: [task] });
    expect(noteOn(nodeInfoAnswer, { status: 200, body })).toContain("does not send a list");
  }
  expect(noteOn(nodeInfoAnswer, { status: 200, body: [task] })).toBeUndefined();
  expect(readAnswer(nodeInfoAnswer, { status: 200, body: { tasks: [] } }).ok).toBe(false);
});
