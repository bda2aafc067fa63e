import { decode } from "@reeve/contract";
import { PodSpec } from "@reeve/scheduler-models";
import { coreSite, fsSite, readSite } from "@reeve/site-xml";
import { describe, expect, test } from "vitest";
import { type ManualClock, manualClock } from "../src/index.ts";
import { openInstance, type TestInstance } from "./instance.ts";

type FileSystem = TestInstance<"file-system">;

async function launched(files: FileSystem, clock: ManualClock, node: string): Promise<void> {
  const launch = files.launch(node);
  await clock.advance(300);
  await launch;
  await clock.advance(500);
}

async function stopped(files: FileSystem, clock: ManualClock, node: string): Promise<void> {
  const stop = files.stop(node);
  await clock.advance(100);
  await stop;
}

async function fileSystem(clock: ManualClock, more: object = {}): Promise<FileSystem> {
  const files = await openInstance({ kind: "file-system", ...more }, clock);
  for (const { id } of files.nodes()) {
    await launched(files, clock, id);
    expect(await files.ready(id)).toBe("ready");
  }
  return files;
}

const tasksOf = (files: FileSystem, node: string) =>
  files.states
    .filter(({ taskId, state }) => taskId.startsWith(`${node}-`) && state === "running")
    .map(({ taskId }) => taskId.slice(node.length + 1).split("__")[0]);

test("a first deployment formats each thing once, in the document's order", async () => {
  const clock = manualClock();
  const files = await fileSystem(clock);
  expect(files.nodes().map(({ id }) => id)).toEqual([
    ...["journal-0", "journal-1", "journal-2", "name-0", "name-1", "fc-0", "fc-1"],
    ...["data-0", "data-1", "data-2"],
  ]);
  expect(tasksOf(files, "name-0")).toEqual(["format", "node"]);
  expect(tasksOf(files, "name-1")).toEqual(["bootstrap", "node"]);
  expect(tasksOf(files, "fc-0")).toEqual(["format", "node"]);
  expect(tasksOf(files, "fc-1")).toEqual(["node"]);
  const agents = files.nodes().map(({ placement }) => placement?.agent);
  expect(new Set(agents).size).toBe(10);
  expect(files.agents.count).toBeGreaterThan(10);
});

test("what a task has done is stored before its end is reported", async () => {
  const clock = manualClock();
  const files = await openInstance({ kind: "file-system" }, clock);
  for (const node of ["journal-0", "journal-1"]) await launched(files, clock, node);
  const known: unknown[] = [];
  files.runtimeStore.onWrite = (_, value) => {
    if (JSON.stringify(value)?.includes('"finished"')) known.push(files.engineStore.get("name-space"));
  };
  await launched(files, clock, "name-0");
  expect(known).toEqual([true]);
});

test("a name node that is replaced fetches the namespace, and never creates another one", async () => {
  const clock = manualClock();
  const files = await fileSystem(clock);
  const before = files.node("name-0").placement?.agent;
  await stopped(files, clock, "name-0");
  files.deleteVolumes("name-0");
  await launched(files, clock, "name-0");
  expect(tasksOf(files, "name-0")).toEqual(["format", "node", "bootstrap", "node"]);
  expect(files.node("name-0").placement?.agent).not.toBe(before);
  await stopped(files, clock, "name-0");
  await launched(files, clock, "name-0");
  expect(tasksOf(files, "name-0").slice(-2)).toEqual(["node", "node"]);
});

test("a name node whose disk was wiped fails with that reason", async () => {
  const clock = manualClock();
  const files = await fileSystem(clock);
  files.simulation.wipe("test", "name-1");
  await launched(files, clock, "name-1");
  expect(files.node("name-1").reason).toMatch("NameNode is not formatted; replace the node");
});

test("the standby takes over: at once when the active one is stopped, later when it is killed", async () => {
  const clock = manualClock();
  const files = await fileSystem(clock);
  expect(await files.mayStop("name-0")).toBe("ready");
  await stopped(files, clock, "name-0");
  await launched(files, clock, "name-0");
  expect(await files.ready("name-0")).toBe("ready");
  files.simulation.kill("test", "name-1");
  expect(await files.mayStop("name-0")).toBe("name-1 is not ready to take over");
  expect(await files.ready("name-0")).toMatch("no name node is active yet");
  await clock.advance(2000);
  expect(await files.ready("name-0")).toBe("ready");
});

describe("journals", () => {
  test("may stop one after another, each when the last one is in sync", async () => {
    const clock = manualClock();
    const files = await fileSystem(clock);
    await stopped(files, clock, "journal-0");
    expect(await files.mayStop("journal-1")).toMatch("journal-0 is not in sync with the edits");
    const launch = files.launch("journal-0");
    await clock.advance(160);
    await launch;
    expect(await files.ready("journal-0")).toBe("it is not in sync with the edits yet");
    expect(await files.mayStop("journal-1")).toMatch("journal-0 is not in sync");
    await clock.advance(200);
    expect(await files.mayStop("journal-1")).toBe("ready");
  });

  test("that lose their majority take the active name node with them", async () => {
    const clock = manualClock();
    const files = await fileSystem(clock);
    files.simulation.kill("test", "journal-0");
    expect(files.node("name-0").state).toBe("running");
    files.simulation.kill("test", "journal-1");
    expect(files.node("name-0")).toMatchObject({
      state: "failed",
      reason: "the edits cannot be written: 1 of 3 journals are in sync",
    });
    expect(files.node("name-1").state).toBe("running");
  });
});

test("nodes go on running over a restart of the service, with the same active name node", async () => {
  const clock = manualClock();
  const files = await fileSystem(clock);
  await stopped(files, clock, "name-0");
  await launched(files, clock, "name-0");
  await files.close();
  const again = await files.reopen();
  for (const { id } of again.nodes()) {
    expect(await again.ready(id)).toBe("ready");
    expect(await again.mayStop(id)).toBe("ready");
  }
  again.simulation.kill("test", "name-1");
  expect(await again.ready("name-0")).toMatch("no name node is active yet");
});

describe("site documents", () => {
  test("are accepted by a strict parser, and contain every property", async () => {
    const files = await fileSystem(manualClock(), {
      pods: { journal: { count: 1 } },
      settings: { NAME_NODE_HANDLER_COUNT: 7, HA_FENCING_METHODS: "sshfence(a<b&c)\nshell(/bin/true)" },
    });
    const site = readSite(await files.cluster.administration.site("fs-site"));
    expect(site.properties).toHaveLength(39);
    const { nameServices, nameNode, failover, image, others, journalNode, dataNode } = fsSite(site);
    expect(others).toEqual([]);
    expect(site.problems).toEqual([]);
    expect(nameServices).toMatchObject([
      {
        id: "test",
        failoverProxyProvider: "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
        nameNodes: [
          { id: "name-0-node", rpcAddress: { host: "name-0-node.test.simulated.invalid", port: 9001 } },
          { id: "name-1-node", httpAddress: { host: "name-1-node.test.simulated.invalid", port: 9002 } },
        ],
      },
    ]);
    expect(nameNode).toMatchObject({ handlerCount: 7, safeModeThreshold: 0.9, heartbeatRecheckInterval: 60_000 });
    expect(nameNode.sharedEdits?.url).toBe("qjournal://journal-0-node.test.simulated.invalid:8485/test");
    expect(failover.fencingMethods).toEqual(["sshfence(a<b&c)", "shell(/bin/true)"]);
    expect(failover.quorum?.coordinator).toBe("zookeeper");
    expect(image.codec).toBe("org.apache.hadoop.io.compress.SnappyCodec");
    expect([journalNode.rpcAddress?.port, dataNode.ipcAddress?.port]).toEqual([8485, 9005]);
    const core = coreSite(readSite(await files.cluster.administration.site("core-site")));
    expect(core).toMatchObject({
      defaultFileSystem: { scheme: "hdfs", authority: "test" },
      failoverParentPath: { coordinator: "zookeeper", path: "/test/hadoop-ha" },
      others: [],
    });
    expect([...core.proxyUsers.keys()]).toEqual(["hue", "root", "httpfs"]);
  });

  test("require Kerberos in secure mode", async () => {
    const files = await openInstance(
      { kind: "file-system", user: "files", settings: { SECURE_MODE: true, KERBEROS_REALM: "EXAMPLE.ORG" } },
      manualClock(),
    );
    const core = readSite(await files.cluster.administration.site("core-site"));
    expect(core.get("hadoop.security.auth_to_local")).toBe("RULE:[2:$1@$0](hdfs@EXAMPLE.ORG)s/.*/files/\nDEFAULT");
    const site = readSite(await files.cluster.administration.site("fs-site"));
    expect(site.get("dfs.namenode.kerberos.principal")).toBe("hdfs/_HOST@EXAMPLE.ORG");
  });
});

test("pod specs fit the API's schema", async () => {
  const files = await openInstance({ kind: "file-system" }, manualClock());
  const specs = files.specs();
  for (const spec of specs) expect(decode(PodSpec, spec)).toMatchObject({ ok: true });
  const shown = specs.map((spec) => [
    spec.type,
    spec.count,
    spec["task-specs"].map(({ name, goal }) => `${name} ${goal}`),
    spec["placement-rule"]?.rules?.map(({ type }) => type),
  ]);
  expect(shown).toEqual([
    ["journal", 3, ["node RUNNING"], ["journal", "name"]],
    ["name", 2, ["node RUNNING", "format FINISHED", "bootstrap FINISHED"], ["name", "journal"]],
    ["fc", 2, ["node RUNNING", "format FINISHED"], ["fc", "data"]],
    ["data", 3, ["node RUNNING"], ["data", "fc"]],
  ]);
});

test.each([
  [{ NAME_NODE_HANDLER_COUNTS: 1 }, "is not a setting of the file system; did you mean NAME_NODE_HANDLER_COUNT?"],
  [{ NAME_NODE_HANDLER_COUNT: "many" }, 'is "many", expected a whole number'],
  [{ DATA_NODE_RPC_PORT: 70_000 }, "expected a port"],
  [{ SECURE_MODE: true }, "KERBEROS_REALM is the realm of the tickets, and is needed"],
  [{ DOMAIN_SOCKET_PATH: "a\u0000b" }, "an XML document can hold"],
])("settings %j are refused", async (settings, words) => {
  await expect(openInstance({ kind: "file-system", settings }, manualClock())).rejects.toMatchObject({
    code: "bad-input",
    message: expect.stringContaining(words),
  });
});

test("a data node that leaves is decommissioned first", async () => {
  const clock = manualClock();
  const files = await fileSystem(clock, { pods: { data: { count: 4 } } });
  const before = async () => files.cluster.before?.(files.node("data-3"), "leave", new AbortController().signal);
  const status = () => files.cluster.administration.status();
  expect(await before()).toMatchObject({ ready: false, reason: expect.stringContaining("it is being decommissioned") });
  expect((await status()).data_nodes).toEqual({ live: 4, decommissioning: 1 });
  await clock.advance(500);
  expect(await before()).toEqual({ ready: true });
  await stopped(files, clock, "data-2");
  expect((await status()).blocks).toMatchObject({ all: 12, under_replicated: 9, missing: 0 });
});
