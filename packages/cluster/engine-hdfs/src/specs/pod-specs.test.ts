import { instanceDefinition } from "@reeve/orchestrator";
import { parse } from "valibot";
import { expect, test } from "vitest";
import { createHdfsEngine } from "../hdfs-engine.ts";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { hdfsPodSpecs } from "./pod-specs.ts";

const engine = createHdfsEngine({ folder: "/never-used", environment: {} });
const specs = (given: object = {}) =>
  hdfsPodSpecs(
    "files",
    parse(instanceDefinition([{ engine, runtime: { name: "local" } }]), {
      kind: "file-system",
      engine: "hdfs",
      ...given,
    }) as HdfsDefinition,
  );
const task = (given: object, type: string, name = "node") => {
  const found = specs(given)
    .find((spec) => spec.type === type)
    ?.["task-specs"].find((each) => each.name === name);
  if (!found) throw new Error(`there is no ${type} ${name}`);
  return found;
};
const fileOf = (given: object, type: string, name: string) =>
  task(given, type)["config-files"]?.find((file) => file.name === name)?.["template-content"] ?? "";

test("the pods and tasks are those of the document, behind the coordination service", () => {
  expect(specs().map(({ type, count }) => `${type} ${count}`)).toEqual(["coordinator 1", "journal 3", "name 2", "fc 2", "data 3"]);
  const tasks = specs().map((spec) => spec["task-specs"].map(({ name, goal }) => `${name} ${goal}`).join(", "));
  expect(tasks.slice(1)).toEqual([
    "node RUNNING",
    "node RUNNING, format FINISHED, bootstrap FINISHED",
    "node RUNNING, format FINISHED",
    "node RUNNING",
  ]);
});

test("no file of a pod listens on all addresses", () => {
  for (const { "task-specs": tasks } of specs()) {
    for (const { "config-files": files } of tasks) {
      for (const file of files ?? []) expect(file["template-content"]).not.toContain("0.0.0.0");
    }
  }
});

test("a setting of the file system goes into its document, and one of core into the other", () => {
  const given = { engineConfiguration: { hdfs: { "dfs.blocksize": 1_048_576 }, core: { "hadoop.tmp.dir": "a&{{b" } } };
  expect(fileOf(given, "data", "fs-site")).toContain("<name>dfs.blocksize</name>\n    <value>1048576</value>");
  expect(fileOf(given, "name", "core-site")).toContain("<value>a&amp;&#123;&#123;b</value>");
});

test("data nodes send more than two replicas at a time, and as many as the definition says", () => {
  const streams = (given: object) => {
    const found = fileOf(given, "name", "fs-site").matchAll(/replication\.max-streams<\/name>\s*<value>(\d+)/g);
    return [...found].map(([, value]) => Number(value)).at(-1);
  };
  expect(streams({})).toBeGreaterThan(10);
  expect(streams({ engineConfiguration: { hdfs: { "dfs.namenode.replication.max-streams": 7 } } })).toBe(7);
});

test("unknown settings are refused with a suggestion, and those of the service with their place", () => {
  const refused =
    (hdfs: object, core: object = {}) =>
    () =>
      specs({ engineConfiguration: { hdfs, core } });
  expect(refused({ "dfs.blocksiz": 1 })).toThrow("did you mean dfs.blocksize");
  expect(refused({ "dfs.nameservices": "x" })).toThrow("is set by the service");
  expect(refused({ "dfs.namenode.rpc-address.files.name-0-node": "x" })).toThrow("is set by the service");
  expect(refused({ "dfs.namenode.handler.count": 5 })).toThrow("NAME_NODE_HANDLER_COUNT");
  expect(refused({ "hadoop.tmp.dir": "x" })).toThrow("move it there");
  expect(refused({ "dfs.blocksize": "many" })).toThrow('hdfs: dfs.blocksize is "many", expected a number');
  expect(refused({ "dfs.datanode.synconclose": "yes" })).toThrow("expected true or false");
  for (const blocks of [1048576, "128m", `$${"{dfs.bytes-per-checksum}"}`]) {
    expect(refused({ "dfs.blocksize": blocks, "dfs.datanode.synconclose": true })).not.toThrow();
  }
  expect(refused({}, { "hadoop.proxyuser.alice.hosts": "*" })).not.toThrow();
});

test("settings with which the service could not reach the nodes are refused", () => {
  const refused = (given: object) => () => specs({ engineConfiguration: given });
  expect(refused({ hdfs: { "dfs.http.policy": "HTTPS_ONLY" } })).toThrow("only manage nodes with HTTP_ONLY");
  expect(refused({ core: { "hadoop.security.authentication": "kerberos" } })).toThrow("nodes with simple");
  expect(refused({ core: { "hadoop.security.authentication": "simple" } })).not.toThrow();
});

test("what real nodes cannot follow is refused", () => {
  expect(() => specs({ settings: { SECURE_MODE: true } })).toThrow("without Kerberos");
  expect(() => specs({ settings: { HA_AUTOMATIC_FAILURE: false } })).toThrow("no name node would become active");
  expect(() => specs({ settings: { NAME_NODE_HANDLER_CONT: 3 } })).toThrow("did you mean NAME_NODE_HANDLER_COUNT");
});

test("with fewer than three data nodes clients get a lower replication factor", () => {
  const replication = "<name>dfs.replication</name>\n    <value>1</value>";
  expect(fileOf({ pods: { data: { count: 1 } } }, "data", "fs-site")).toContain(replication);
  expect(fileOf({}, "data", "fs-site")).not.toContain("dfs.replication");
});

test("the shell of a daemon becomes the daemon, and the first image of a name node is flushed to the disk", () => {
  const commands = specs().flatMap(({ type, "task-specs": tasks }) =>
    tasks.map((task) => ({ task: `${type} ${task.name}`, command: task["command-spec"].value })),
  );
  const [flushed, others] = [
    commands.filter(({ command }) => command.endsWith(" && { sync -f name-data 2> /dev/null || sync; }")),
    commands.filter(({ command }) => / exec "\$JAVA"/.test(command)),
  ];
  expect(flushed.map(({ task }) => task)).toEqual(["name format", "name bootstrap"]);
  expect(flushed.length + others.length).toBe(commands.length);
});

test("each task has a folder of its own for temporary files, into which web servers unpack their pages", () => {
  const commands = specs().flatMap((spec) => spec["task-specs"].map((task) => task["command-spec"].value));
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) {
    expect(command).toMatch(/^mkdir -p tmp \|\| exit 1; .*"\$JAVA" \$JAVA_OPTIONS -Djava\.io\.tmpdir="\$MESOS_SANDBOX\/tmp" /);
  }
});
