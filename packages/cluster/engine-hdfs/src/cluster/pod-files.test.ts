import { memoryStore } from "@reeve/laws";
import { instanceDefinition } from "@reeve/orchestrator";
import { type NodeView, portsAsked } from "@reeve/orchestrator/engine";
import { renderTemplate } from "@reeve/scheduler-models";
import { parse } from "valibot";
import { expect, test } from "vitest";
import { createHdfsEngine } from "../hdfs-engine.ts";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";

const engine = createHdfsEngine({ folder: "/never-used", environment: {} });
const offers = [{ engine, runtime: { name: "kubernetes" } }];
const definition = parse(instanceDefinition(offers), { kind: "file-system", engine: "hdfs" }) as HdfsDefinition;
const hostOf = (node: string) => `${node}.files.tests.svc.cluster.local`;

const nodes = engine.podSpecs("files", definition).flatMap((spec) =>
  Array.from({ length: spec.count }, (_, index): NodeView => {
    const id = `${spec.type}-${index}`;
    const requests = spec["task-specs"].flatMap((task) => portsAsked(task["resource-set"]));
    const ports = Object.fromEntries(requests.map(({ name, port }) => [name, port]));
    const identity = { host: hostOf(id), ports };
    const absent = {
      configuration: undefined,
      state: "absent",
      placement: undefined,
      volumes: {},
      done: [],
      tasks: [],
    };
    return { id, podType: spec.type, index, spec, identity, ...absent } as NodeView;
  }),
);

/** Returns the files of a node's last task in a pod, as a runtime fills them, by their paths. */
async function filesOf(id: string): Promise<ReadonlyMap<string, string>> {
  const cluster = await engine.open({
    instance: "files",
    store: memoryStore(),
    clock: { now: () => 0, after: () => () => undefined },
    log: () => undefined,
    definition: () => definition,
    nodes: () => nodes,
    node: () => undefined,
    secret: () => "",
  });
  const node = nodes.find((each) => each.id === id);
  const task = node?.spec["task-specs"].find(({ name }) => name === "node");
  if (!node || !task) throw new Error(`there is no ${id}`);
  const context = { signal: new AbortController().signal, report: () => undefined, image: true } as const;
  const values: Record<string, string> = {
    ...task["command-spec"].environment,
    ...{ FRAMEWORK_NAME: "files", POD_INSTANCE_INDEX: String(node.index), TASK_NAME: `${id}-node` },
    ...cluster.environment(node, "node"),
    ...(await cluster.prepare?.(node, "node", context)),
    ...{ MESOS_SANDBOX: "/sandbox", MESOS_CONTAINER_IP: hostOf(id), STATSD_UDP_HOST: "", STATSD_UDP_PORT: "8125" },
  };
  for (const { variable, port } of portsAsked(task["resource-set"])) if (variable) values[variable] = String(port);
  await cluster.close();
  return new Map((task["config-files"] ?? []).map((file) => [file["relative-path"], renderTemplate(file["template-content"], values)]));
}

async function settingsOf(id: string, path = "etc/fs-site.xml"): Promise<ReadonlyMap<string, string>> {
  const document = (await filesOf(id)).get(path) ?? "";
  const properties = document.matchAll(/<name>(.*)<\/name>\s*<value>(.*)<\/value>/g);
  return new Map([...properties].map(([, name = "", value = ""]) => [name, value]));
}

test("in pods, no file contains an IP address", async () => {
  for (const { id } of nodes) {
    for (const [path, content] of await filesOf(id)) expect(content, `${path} of ${id}`).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
  }
});

test("in pods, name nodes and failover controllers listen at their own names, and controllers look for name nodes at theirs", async () => {
  for (const id of ["name-1", "fc-1"]) {
    const settings = await settingsOf(id);
    expect(settings.get("dfs.namenode.rpc-bind-host.files.name-1-node")).toBe(hostOf(id));
    expect(settings.get("dfs.namenode.rpc-address.files.name-1-node")).toBe(`${hostOf("name-1")}:9001`);
  }
});

test("in pods, data nodes register with their IP addresses, which only they know", async () => {
  expect((await settingsOf("data-0")).get("dfs.datanode.hostname")).toBe(`\${env.OWN_ADDRESS}`);
  expect((await settingsOf("name-0")).has("dfs.datanode.hostname")).toBe(false);
});

test("in pods, a daemon soon looks up the name of another pod again", async () => {
  expect((await settingsOf("name-0", "etc/core-site.xml")).get("ipc.client.connect.timeout")).toBe("3000");
});
