import { brokerApi } from "@reeve/broker-models";
import { listOperations } from "@reeve/contract";
import { fileSystemApi } from "@reeve/file-system-models";
import { displayWidth, plain, utcTime } from "@reeve/terminal";
import { wideColumnApi } from "@reeve/wide-column-models";
import { describe, expect, test } from "vitest";
import { brokerPictures as broker } from "./broker/index.ts";
import { fileSystemPictures as fileSystem } from "./file-system/index.ts";
import { draw, type View } from "./view.ts";
import { wideColumnPictures as wideColumn } from "./wide-column/index.ts";

const view = (input: Record<string, unknown> = {}, more: Partial<View> = {}): View => ({
  style: plain,
  times: utcTime,
  now: Date.UTC(2026, 0, 1),
  input,
  ...more,
});

const partition = (leader: number, ...isr: number[]) => ({
  leader,
  isr,
  leader_epoch: 0,
  controller_epoch: 1,
  version: 0,
});

test("all nodes are a table, without the columns that say nothing", () => {
  const at = "2026-01-01T00:00:00Z";
  const node = { internal: false, state: "running", since: at, agent: "a-1", hostname: null, differs: [] };
  const nodes = [
    { ...node, node: "controller-0", internal: true, addresses: [], ports: {} },
    { ...node, node: "broker-0", addresses: ["198.18.0.1"], ports: { broker: 9092 }, differs: ["mem"] },
    { ...node, node: "broker-1", state: "failed", reason: "it ended with 1", addresses: [], ports: {} },
  ];
  expect(draw(broker, "nodes.list", nodes, view()).map((line) => line.trimEnd())).toEqual([
    "node                     state                    since                 agent  address          differs",
    "controller-0 (internal)  running                  2026-01-01T00:00:00Z  a-1    -                -",
    "broker-0                 running                  2026-01-01T00:00:00Z  a-1    198.18.0.1:9092  mem",
    "broker-1                 failed: it ended with 1  2026-01-01T00:00:00Z  a-1    -                -",
  ]);
  expect(draw(broker, "nodes.list", [], view())).toEqual(["no nodes"]);
});

describe("a topic", () => {
  const described = { partitions: [{ "1": partition(2, 2, 0) }, { "0": partition(-1) }] };

  test("is a table of its partitions, in their order; one without a leader says so", () => {
    expect(draw(broker, "topics.describe", described, view())).toEqual([
      "partition  leader  in sync  leader epoch",
      "        0    none        -             0",
      "        1       2      2 0             0",
    ]);
  });

  test("has the heads that the view wants", () => {
    const [heads] = draw(broker, "topics.describe", described, view({}, { head: (words) => words.toUpperCase() }));
    expect(heads).toBe("PARTITION  LEADER  IN SYNC  LEADER EPOCH");
  });

  test("that has been created says so in the tool's words, or else in ours", () => {
    const input = { topic: "orders", partitions: 3 };
    const tool = { message: 'Output: Created topic "orders".\n' };
    expect(draw(broker, "topics.create", tool, view(input))).toEqual(['Created topic "orders".']);
    expect(draw(broker, "topics.create", { message: "" }, view(input))).toEqual(['Created topic "orders".']);
  });

  test("has offsets, exact ones and unknown ones", () => {
    const offsets = [{ "10": "9007199254740993" }, { "2": "" }];
    expect(draw(broker, "topics.offsets", offsets, view())).toEqual([
      "partition            offset",
      "        2           unknown",
      "       10  9007199254740993",
    ]);
  });

  test("that is under-replicated stands in the report; an empty report says that there is none", () => {
    const message = "Topic: orders Partition: 1 Leader: 0 Replicas: 0,1 Isr: 0\nWARN: strange";
    expect(draw(broker, "topics.underReplicated", { message }, view())).toEqual([
      "topic   partition  leader  replicas  in sync",
      "orders          1       0  0 1       0",
      "WARN: strange",
    ]);
    expect(draw(broker, "topics.unavailable", { message: "" }, view())).toEqual(["no partition is unavailable"]);
  });
});

describe("names", () => {
  test("are shown a line each, and harmless", () => {
    expect(draw(broker, "topics.list", ["orders", "\u001b[2J\nx"], view())).toEqual(["orders", "\\x1b[2J\\nx"]);
    expect(draw(broker, "topics.list", [], view())).toEqual(["no topics"]);
  });

  test("of brokers say which are down", () => {
    const list = { brokers: ["0", "1"], unavailable: ["1", "7"] };
    expect(draw(broker, "brokers.list", list, view())).toEqual(["0", "1  down", "7  down"]);
  });
});

describe("a control", () => {
  test("says what has become of what", () => {
    const input = { plan: "deploy", phase: "Deploy", step: "broker-1" };
    expect(draw(broker, "plans.forceComplete", { message: "", changed: true }, view(input))).toEqual([
      "deploy / Deploy / broker-1: marked complete",
    ]);
    expect(draw(wideColumn, "plans.continue", { message: "already done", changed: false }, view())).toEqual([
      "deploy: nothing to do (already done)",
    ]);
  });
});

describe("a node", () => {
  test("is its tasks, without columns that say nothing", () => {
    const info = [
      {
        info: { name: "name-0-node", taskId: { value: "name-0-node__1" }, slaveId: { value: "agent-3" } },
        status: { taskId: { value: "name-0-node__1" }, state: "TASK_RUNNING" },
      },
    ];
    expect(draw(fileSystem, "pods.info", info, view())).toEqual(["task         state    agent", "name-0-node  running  agent-3"]);
  });

  test("that has a task of a time that no calendar has leaves the time out", () => {
    const task = (timestamp: number) => ({
      info: { name: "name-0-node", taskId: { value: "name-0-node__1" } },
      status: { taskId: { value: "name-0-node__1" }, state: "TASK_RUNNING", timestamp },
    });
    expect(draw(fileSystem, "pods.info", [task(1_767_225_600)], view())).toEqual([
      "task         state    since",
      "name-0-node  running  2026-01-01T00:00:00Z",
    ]);
    expect(draw(fileSystem, "pods.info", [task(1e300)], view())).toEqual(["task         state", "name-0-node  running"]);
  });

  test("that is being replaced says so, with the server's note", () => {
    const action = { pod: "data-1", tasks: ["data-1-node"], message: "a note" };
    expect(draw(fileSystem, "pods.replace", action, view({ node: "data-1" }))).toEqual([
      "data-1 is being replaced (task data-1-node)",
      "a note",
    ]);
  });
});

test("a configuration is its fields under their paths", () => {
  const configuration = {
    brokerConfiguration: { mem: 2048 },
    engineConfiguration: {},
    serviceConfiguration: { user: "" },
  };
  expect(draw(broker, "configurations.target", configuration, view())).toEqual([
    "brokerConfiguration.mem    2048",
    "engineConfiguration        {}",
    "serviceConfiguration.user  -",
  ]);
});

test("maintenance is a line for each piece, with what was asked for and how it ended", () => {
  const times = { requested_at: "2026-01-01T00:00:00Z", started_at: null };
  const history = [
    {
      ...times,
      id: "1",
      name: "repair",
      request: { nodes: ["node-0", "node-1"] },
      status: "PENDING",
      reason: "waits for the rollout (deploy)",
      completed_at: null,
    },
    {
      ...times,
      id: "2",
      name: "backup",
      request: { backup_name: "nightly" },
      status: "COMPLETE",
      reason: null,
      completed_at: "2026-01-01T00:01:00Z",
    },
  ];
  expect(draw(wideColumn, "maintenance.list", history, view())).toEqual([
    "asked for             maintenance  of                   status    ended                 reason",
    "2026-01-01T00:00:00Z  repair       nodes node-0 node-1  pending   -                     waits for the rollout (deploy)",
    "2026-01-01T00:00:00Z  backup       backup_name nightly  complete  2026-01-01T00:01:00Z  -",
  ]);
  expect(draw(wideColumn, "maintenance.list", [], view())).toEqual(["no maintenance has been requested"]);
});

test("a request of maintenance is shown whatever a server puts in it", () => {
  const entry = {
    id: "1",
    name: "repair",
    status: "PENDING",
    reason: null,
    requested_at: "",
    started_at: null,
    completed_at: null,
  };
  const request = { "*": [{ toString: null }, 1], options: { deep: true }, none: null };
  expect(draw(wideColumn, "maintenance.list", [{ ...entry, request }], view()).join("\n")).toContain(
    '* {"toString":null} 1, options {"deep":true}, none -',
  );
});

test("a file system is a sentence: who is active, how full it is, which blocks lack copies", () => {
  const status = {
    active: "name-1",
    name_nodes: { "name-0": null, "name-1": "active" },
    safe_mode: null,
    data_nodes: { live: 3, decommissioning: 0 },
    space: { capacity: 3 * 2 ** 30, used: 2 ** 29, free: 2 ** 31 },
    blocks: { all: 12, under_replicated: 0, missing: 0 },
  };
  const drawn = (more: object) => draw(fileSystem, "status.show", { ...status, ...more }, view());
  expect(drawn({})).toEqual(["name-1 is active, 512.0 MiB of 3.0 GiB used, 3 data nodes, 12 blocks, all with enough copies"]);
  expect(
    drawn({
      data_nodes: { live: 1, decommissioning: 1 },
      blocks: { all: 12, under_replicated: 4, missing: 1 },
      // Name nodes answer in several lines.
      safe_mode: "waiting for\nblocks\n",
    }),
  ).toEqual([
    "name-1 is active, in safe mode: waiting for blocks, 512.0 MiB of 3.0 GiB used, 1 data node, 1 of them being decommissioned, 12 blocks, 4 under-replicated, 1 missing",
  ]);
  expect(drawn({ active: null, name_nodes: { "name-0": null, "name-1": "standby" }, blocks: null })).toEqual([
    "no name node is active (name-0 does not answer, name-1 standby)",
  ]);
});

test("backups are a line each with date and size, and one is shown with its parts", () => {
  const nightly = {
    ...{ backup_name: "nightly", status: "complete", service: "shop", created: "2026-01-01T00:00:00Z" },
    ...{ software: "cassandra 5.0.9", signature: "own", signed_with: "KEY", nodes: 1, files: 3, bytes: 2048 },
  };
  const nothing = { software: null, signature: null, signed_with: null };
  const half = { ...nightly, ...nothing, backup_name: "half", status: "unfinished", nodes: 0, files: 0, bytes: 0 };
  expect(draw(wideColumn, "backups.list", [nightly, half], view())).toEqual([
    "backup   status      created               service  signature  nodes  files  size     software",
    "nightly  complete    2026-01-01T00:00:00Z  shop     own        1      3      2.0 KiB  cassandra 5.0.9",
    "half     unfinished  2026-01-01T00:00:00Z  shop     -          -      -      -        -",
  ]);
  expect(draw(wideColumn, "backups.list", [], view())).toEqual(["there are no backups"]);
  const parts = [{ node: "node-0", host_id: "x", files: 2, bytes: 2000 }];
  const tables = [{ table: "demo/users", files: 2, bytes: 2000 }];
  expect(draw(wideColumn, "backups.show", { ...nightly, parts, tables }, view())).toEqual([
    "backup     nightly",
    "created    2026-01-01T00:00:00Z",
    "service    shop",
    "software   cassandra 5.0.9",
    "signature  own",
    "files      3",
    "size       2.0 KiB",
    "",
    "node    files  size",
    "node-0  2      2.0 KiB",
    "",
    "column family  files  size",
    "demo/users     2      2.0 KiB",
  ]);
  const sizes = { backup_name: "nightly", files: 3, bytes: 2048 };
  expect(draw(wideColumn, "backups.verify", { ...sizes, problems: [] }, view())).toEqual([
    "nightly is intact: 3 files, 2.0 KiB, all checksums match.",
  ]);
  expect(draw(wideColumn, "backups.delete", { ...sizes, left: "half is unfinished" }, view())).toEqual([
    "Deleted nightly: 3 objects, 2.0 KiB.",
    "Unneeded files still exist: half is unfinished.",
  ]);
});

test("the keys of backups are a line each", () => {
  const keys = [
    { name: "shop", public_key: "KEY-1", own: true, imported_at: null },
    { name: "old", public_key: "KEY-2", own: false, imported_at: "2026-01-01T00:00:00Z" },
  ];
  expect(draw(wideColumn, "backupKeys.list", keys, view())).toEqual([
    "name  public key  imported",
    "shop  KEY-1       own key",
    "old   KEY-2       2026-01-01T00:00:00Z",
  ]);
  expect(draw(wideColumn, "backupKeys.export", { name: "shop", public_key: "KEY-1" }, view())).toEqual([
    "name        shop",
    "public_key  KEY-1",
  ]);
});

test("a pod's tasks that share a resource set count it once", () => {
  const scalar = (name: string, value: number) => ({ name, value: { type: "SCALAR", scalar: { value } } });
  const shared = {
    id: "name-resources",
    "resource-specifications": [scalar("cpus", 0.3), scalar("mem", 512)],
    "volume-specifications": [{ ...scalar("disk", 5000), type: "ROOT", "container-path": "name-data" }],
  };
  const own = { id: "other", "resource-specifications": [scalar("cpus", 0.1)], "volume-specifications": [] };
  const task = (name: string, set: object) => ({ name, goal: "RUNNING", "resource-set": set });
  const tasks = [task("node", shared), task("format", shared), task("bootstrap", shared)];
  const pods = [
    { type: "name", count: 2, "task-specs": tasks },
    { type: "both", count: 1, "task-specs": [...tasks, task("beside", own)] },
  ];
  expect(draw(fileSystem, "configurations.target", { name: "hdfs", "pod-specs": pods }, view()).slice(-3)).toEqual([
    "pod   count  tasks                         cpus  mem  disk",
    "name      2  node format bootstrap          0.3  512  5000",
    "both      1  node format bootstrap beside   0.4  512  5000",
  ]);
});

test("what has no drawing of its own is shown as any value is, and never as nothing to see", () => {
  expect(draw(broker, "topics.constructor", { a: { b: [1] } }, view())).toEqual(["a:", "  b:", "  - 1"]);
  expect(draw(broker, "drains.list", ["one", "two"], view())).toEqual(["one", "two"]);
  for (const empty of [[], {}, "", "\n"]) expect(draw(broker, "drains.list", empty, view())).toEqual(["nothing"]);
});

test("every drawing is that of an operation that there is", () => {
  for (const [api, pictures] of [
    [brokerApi, broker],
    [wideColumnApi, wideColumn],
    [fileSystemApi, fileSystem],
  ] as const) {
    const declared = listOperations(api).map(({ name }) => name);
    const drawn = Object.entries(pictures).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`));
    expect(drawn.length).toBeGreaterThan(0);
    // A renderer under a name without an operation would never be used.
    expect(drawn.filter((name) => !declared.includes(name))).toEqual([]);
  }
});

describe("a proposal", () => {
  const nothing = { moves: [], transfers: [], leaders: 0, bytes: 0, throttle: 50e6, seconds: 0, brokers: [] };

  test("says why there is nothing to move", () => {
    const words = (input: Record<string, unknown>) => draw(broker, "partitions.proposal", nothing, view(input));
    expect(words({})).toEqual(["nothing to move: the partitions are where they should be"]);
    expect(words({ to: "new" })).toEqual(["nothing to move: every broker has replicas"]);
  });

  test("fits a narrow terminal", () => {
    const load = { replicas: 100_000, leaders: 100_000, bytes: 1e12 };
    const moves = Array(12_345).fill({ topic: "orders", partition: 0, from: [0, 1], to: [1, 0], bytes: 1 });
    const [first, second] = [{ ...load }, { ...load, replicas: 90_000 }];
    const big = {
      ...nothing,
      moves,
      transfers: [{ from: 10, to: 100, replicas: 12_345, bytes: 1e13 }],
      leaders: 12_344,
      bytes: 1e13,
      seconds: 86_399,
      brokers: [{ broker: 100, before: first, after: second }],
    };
    const drawn = draw(broker, "partitions.balance", big, view({}, { style: { ...plain, width: 80 } }));
    expect(Math.max(...drawn.map(displayWidth))).toBeLessThanOrEqual(80);
    expect(drawn.slice(-3)).toEqual([
      "12,345 partitions, 12,344 with another preferred leader, 9.1 TiB to copy",
      "at 50 MB a second for each broker, about 23 h 59 min",
      "the partitions plan has begun to move them",
    ]);
  });
});

test("nothing is wider than the terminal", () => {
  const style = { ...plain, width: 40 };
  const message = `Topic: ${"t".repeat(80)} Partition: 1 Leader: 0 Replicas: 0,1 Isr: 0`;
  for (const line of draw(broker, "topics.underReplicated", { message }, view({}, { style }))) {
    expect(displayWidth(line)).toBeLessThanOrEqual(40);
  }
});
