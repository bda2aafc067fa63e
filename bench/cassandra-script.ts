// A bare script that runs the same database nodes as the service: the same files and commands, started in the same order with the same
// checks. Commands come on standard input, one per line: `nodes`, `roll`, `backup FOLDER`, `restore FOLDER`, `end`. After each command the
// script prints its result and `done`.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { enginesFolder, freePorts, openInstallation, prepareTools } from "@reeve/java-software";
import { memoryStore } from "@reeve/laws";
import { instanceDefinition, type NodeView } from "@reeve/orchestrator";
import { type PodSpec, renderTemplate, type TaskSpec } from "@reeve/scheduler-models";
import { parse } from "valibot";
import { keepInMemory } from "../apps/service/src/state/state-folder.ts";
import { createAuthority } from "../apps/service/src/tls/authority.ts";
import { LONG } from "../packages/cluster/engine-cassandra/src/agent/agent.ts";
import { CLEAR_SNAPSHOT, IMPORT, only, STORAGE, TABLES, TAKE_SNAPSHOT } from "../packages/cluster/engine-cassandra/src/agent/beans.ts";
import { startOf, toolsOf } from "../packages/cluster/engine-cassandra/src/cluster/launch.ts";
import { agentSecret, type Member, membersOf } from "../packages/cluster/engine-cassandra/src/cluster/members.ts";
import { nodeCertificates } from "../packages/cluster/engine-cassandra/src/cluster/node-certificates.ts";
import { isReady } from "../packages/cluster/engine-cassandra/src/cluster/readiness.ts";
import { clusterRecordsIn } from "../packages/cluster/engine-cassandra/src/cluster/records.ts";
import { servedTimes } from "../packages/cluster/engine-cassandra/src/cluster/served-times.ts";
import { mayStop } from "../packages/cluster/engine-cassandra/src/cluster/stopping.ts";
import { fileHashers } from "../packages/cluster/engine-cassandra/src/files/file-hasher.ts";
import { localFiles } from "../packages/cluster/engine-cassandra/src/files/local-files.ts";
import { makeSchema, schemaOf } from "../packages/cluster/engine-cassandra/src/maintenance/cql.ts";
import { creationsIn } from "../packages/cluster/engine-cassandra/src/maintenance/creations.ts";
import { schemaAgreement } from "../packages/cluster/engine-cassandra/src/maintenance/schema-agreement.ts";
import { dataFolders, snapshotFiles } from "../packages/cluster/engine-cassandra/src/maintenance/snapshot-files.ts";
import { type CassandraDefinition, cassandraSettings } from "../packages/cluster/engine-cassandra/src/settings/cassandra-settings.ts";
import { cassandraSoftware } from "../packages/cluster/engine-cassandra/src/software.ts";
import { cassandraPodSpecs } from "../packages/cluster/engine-cassandra/src/specs/pod-specs.ts";

interface Running {
  readonly view: NodeView;
  readonly spec: PodSpec;
  readonly sandbox: string;
  child?: ChildProcess;
}

const KEY_SPACE = "kept";
/** Any creations of the schema are allowed. */
const ANY = { keySpaces: undefined, tables: new Set<string>(), withCode: true };
const [folder = "", mem = "640", count = "3"] = process.argv.slice(2);
const NODES = Number(count);
const environment = process.env;
const { signal } = new AbortController();
const tools = await prepareTools(
  openInstallation({ software: cassandraSoftware, folder: enginesFolder(environment, process.platform), environment }),
  environment,
);
const offer = {
  engine: { name: "cassandra", kind: "wide-column", settings: cassandraSettings },
  runtime: { name: "local" },
} as const;
const definition = parse(instanceDefinition([offer]), {
  kind: "wide-column",
  settings: { NODE_COUNT: NODES, NODE_MEM: Number(mem) },
}) as CassandraDefinition;
const nodes: Running[] = [];
const views = () => nodes.map(({ view }) => view);
const secret = () => "of-the-script";
const certificates = nodeCertificates(createAuthority(keepInMemory(), Date.now));
const members = membersOf({ nodes: views, secret }, certificates);
const records = clusterRecordsIn(memoryStore());
const reading = { members, records, nodes: views, served: servedTimes(Date.now), room: async () => undefined };

// If a command fails, no node may outlive the script.
process.once("exit", () => {
  for (const { child } of nodes) child?.kill("SIGKILL");
});

const [spec] = cassandraPodSpecs("script", definition);
if (!spec) throw new Error("a database has no pods");
for (let index = 0; index < NODES; index++) nodes.push(await place(spec, index));
const [seed, ...others] = nodes;
if (seed) await up(seed);
await Promise.all(others.map(up));
console.log("done");

for await (const line of createInterface(process.stdin)) {
  const [word, place = ""] = line.split(" ");
  if (word === "nodes") console.log(JSON.stringify(nodes.map(({ view }) => addressOf(view))));
  if (word === "roll") for (const node of nodes) await restart(node);
  if (word === "backup") await backUp(place);
  if (word === "restore") await restore(place);
  if (word === "end") await Promise.all(nodes.map(stop));
  console.log("done");
  if (word === "end") process.exit(0);
}

/** The engine's own commands, and a plain copy of the files that a power failure does not lose. */
async function backUp(target: string): Promise<void> {
  const [first] = members.alive();
  if (first) writeFileSync(made(join(target, "schema")), (await schemaOf(first, signal)).statements);
  await Promise.all(
    members.alive().map(async (member) => {
      await member.agent.call(STORAGE, TAKE_SNAPSHOT, ["script", {}, [KEY_SPACE]], { signal, timeout: LONG });
      for (const data of await dataFolders(member, signal)) {
        for (const { table, name, path } of await snapshotFiles(localFiles(member.node.id, signal, fileHashers()()), data, "script")) {
          copyToDisk(path, made(join(target, member.node.id, table, name)));
        }
      }
      await member.agent.call(STORAGE, CLEAR_SNAPSHOT, [{}, "script", []], { signal, timeout: LONG });
    }),
  );
}

function copyToDisk(from: string, to: string): void {
  copyFileSync(from, to);
  const file = openSync(to, "r+");
  fsyncSync(file);
  closeSync(file);
}

async function restore(source: string): Promise<void> {
  const [first] = members.alive();
  if (first) await makeSchema(first, creationsIn(readFileSync(join(source, "schema"), "utf8"), ANY), signal);
  await schemaAgreement(members, { signal, report: () => undefined });
  await Promise.all(members.alive().map((member) => putInPlace(member, join(source, member.node.id))));
}

async function putInPlace(member: Member, source: string): Promise<void> {
  const [data = ""] = await dataFolders(member, signal);
  for (const table of readdirSync(join(source, KEY_SPACE))) {
    const staging = join(dirname(data), "restore", KEY_SPACE, table);
    for (const name of readdirSync(join(source, KEY_SPACE, table))) {
      copyFileSync(join(source, KEY_SPACE, table, name), made(join(staging, name)));
    }
    const options = [true, true, true, true, true, false, false];
    await member.agent.call(only(TABLES, KEY_SPACE, table), IMPORT, [[staging], ...options], { signal, timeout: LONG });
  }
}

function made(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

function addressOf({ placement }: NodeView): string {
  return `${placement?.addresses[0]}:${placement?.ports.native}`;
}

async function place(spec: PodSpec, index: number): Promise<Running> {
  const id = `${spec.type}-${index}`;
  const [native = 0, storage = 0, agent = 0] = await freePorts(3);
  const ports = { native, storage, agent };
  const placement = { agent: "script", hostname: "localhost", addresses: ["127.0.0.1"], ports };
  const identity = { host: "127.0.0.1", ports };
  const view = { id, podType: spec.type, index, spec, state: "running", placement, identity, volumes: { data: id } };
  return { view: { ...view, tasks: [], done: [] } as unknown as NodeView, spec, sandbox: join(folder, id) };
}

async function up(node: Running): Promise<void> {
  const [task] = node.spec["task-specs"];
  if (task) await launch(node, task);
  await isSo(() => isReady(node.view, reading, signal));
}

async function launch(node: Running, task: TaskSpec): Promise<void> {
  const { view, sandbox } = node;
  const { value, environment: own } = task["command-spec"];
  const env: Record<string, string> = {
    ...(environment as Record<string, string>),
    ...own,
    ...toolsOf(tools),
    ...(await startOf(view, { members, records, count: () => NODES }, signal)),
    CLUSTER_NAME: "script",
    AGENT_SECRET: agentSecret(view, secret),
    ...(await certificates.secretsOf(view)),
    FRAMEWORK_NAME: "script",
    TASK_NAME: view.id,
    MESOS_SANDBOX: sandbox,
    MESOS_CONTAINER_IP: "127.0.0.1",
    NATIVE_PORT: String(view.identity.ports.native),
    STORAGE_PORT: String(view.identity.ports.storage),
    AGENT_PORT: String(view.identity.ports.agent),
  };
  for (const volume of task["resource-set"]["volume-specifications"]) {
    mkdirSync(join(sandbox, volume["container-path"]), { recursive: true });
  }
  for (const file of task["config-files"] ?? []) {
    writeFileSync(made(join(sandbox, file["relative-path"])), renderTemplate(file["template-content"], env));
  }
  const output = openSync(join(sandbox, "output"), "a");
  node.child = spawn("/bin/sh", ["-c", value], { cwd: sandbox, env, stdio: ["ignore", output, output] });
}

async function restart(node: Running): Promise<void> {
  await isSo(() => mayStop(node.view, reading, signal));
  await stop(node);
  reading.served.note(node.view.id, false);
  await up(node);
}

async function stop({ child }: Running): Promise<void> {
  child?.kill("SIGTERM");
  if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function isSo(ask: () => Promise<{ readonly ready: boolean }>): Promise<void> {
  while (!(await ask().catch(() => ({ ready: false }))).ready) await new Promise((resolve) => setTimeout(resolve, 50));
}
