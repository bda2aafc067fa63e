// A bare script that runs the same daemons as the service: the same files and commands, started in the same order with the same checks.
// Commands come on standard input, one per line: `roll`, `end`. After each command the script prints `done`.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createHdfsEngine, type HdfsDefinition } from "@reeve/engine-hdfs";
import { freePorts } from "@reeve/java-software";
import { memoryStore } from "@reeve/laws";
import { instanceDefinition, type NodeState, type NodeView, systemClock } from "@reeve/orchestrator";
import { portsAsked, taskUser } from "@reeve/orchestrator/engine";
import { taskEnvironment } from "@reeve/orchestrator/runtime";
import { type PodSpec, renderTemplate, type TaskSpec } from "@reeve/scheduler-models";
import { parse } from "valibot";

interface Running {
  readonly spec: PodSpec;
  readonly view: Omit<NodeView, "state" | "done"> & { state: NodeState; done: string[] };
  readonly sandbox: string;
  child?: ChildProcess;
}

const [folder = "", mem = "192"] = process.argv.slice(2);
const HOST = "127.0.0.1";
const INTERNAL = "coordinator";
const engine = createHdfsEngine();
const size = { mem: Number(mem) };
const definition = parse(instanceDefinition([{ engine, runtime: { name: "local" } }]), {
  kind: "file-system",
  pods: { journal: size, name: size, fc: size, data: size },
}) as HdfsDefinition;
const nodes: Running[] = [];
const cluster = await engine.open({
  instance: "script",
  store: memoryStore(),
  clock: systemClock,
  log: () => undefined,
  definition: () => definition,
  nodes: () => nodes.map(({ view }) => view),
  node: (id) => nodes.find(({ view }) => view.id === id)?.view,
  secret: () => "",
});
const { signal } = new AbortController();

for (const spec of engine.podSpecs("script", definition)) {
  for (let index = 0; index < spec.count; index++) nodes.push(await place(spec, index));
}
for (const node of nodes) await start(node);
console.log("done");

for await (const line of createInterface(process.stdin)) {
  if (line === "roll") for (const node of nodes.filter(({ spec }) => spec.type !== INTERNAL)) await restart(node);
  if (line === "end") break;
  console.log("done");
}
await Promise.all(nodes.map(stop));
console.log("done");
process.exit(0);

async function place(spec: PodSpec, index: number): Promise<Running> {
  const id = `${spec.type}-${index}`;
  const requests = spec["task-specs"].flatMap((task) => portsAsked(task["resource-set"]));
  const names = [...new Set(requests.map(({ name }) => name))];
  const host = spec["own-address"] ? `127.${200 + Math.floor(Math.random() * 50)}.${nodes.length}.${process.pid % 250}` : HOST;
  const free = await freePorts(names.length);
  const fixed = (name: string) => requests.find((each) => each.name === name)?.port ?? 0;
  const ports = Object.fromEntries(names.map((name, at) => [name, host === HOST ? (free[at] ?? 0) : fixed(name)]));
  const placement = { agent: "script", hostname: "localhost", addresses: [host], ports };
  const volumes = { volume: id };
  const empty = { configuration: undefined, state: "absent" as const, done: [], tasks: [] };
  const view = { id, podType: spec.type, index, spec, identity: { host, ports }, placement, volumes, ...empty };
  return { spec, view, sandbox: join(folder, id) };
}

/** The tasks of a node in order; a task that runs once is not repeated. */
async function start(node: Running): Promise<void> {
  const { view, spec } = node;
  view.state = "starting";
  for (const name of cluster.sequence(view)) {
    if (view.done.includes(name)) continue;
    const task = spec["task-specs"].find((each) => each.name === name);
    if (task) await launch(node, task);
  }
  await isSo(() => cluster.ready(view, signal));
  view.state = "running";
}

async function launch(node: Running, task: TaskSpec): Promise<void> {
  const { view, sandbox } = node;
  const resources = task["resource-set"];
  const own = {
    FRAMEWORK_NAME: "script",
    POD_INSTANCE_INDEX: String(view.index),
    TASK_NAME: `${view.id}-${task.name}`,
    TASK_USER: taskUser(definition),
    ...cluster.environment(view, task.name),
    ...(await cluster.prepare?.(view, task.name, { signal, report: () => undefined })),
  };
  const command = task["command-spec"];
  const request = { resources, command, environment: own } as unknown as Parameters<typeof taskEnvironment>[0];
  const filled = view.placement ? taskEnvironment(request, view.placement, sandbox) : own;
  const env = { ...(process.env as Record<string, string>), ...filled };
  for (const volume of resources["volume-specifications"]) {
    mkdirSync(join(sandbox, volume["container-path"]), { recursive: true });
  }
  for (const file of task["config-files"] ?? []) {
    const path = join(sandbox, file["relative-path"]);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, renderTemplate(file["template-content"], env));
  }
  const output = openSync(join(sandbox, "output"), "a");
  node.child = spawn("/bin/sh", ["-c", command.value], { cwd: sandbox, env, stdio: ["ignore", output, output] });
  if (task.goal !== "FINISHED") return;
  const [code] = await once(node.child, "exit");
  if (code !== 0) throw new Error(`${view.id}: ${task.name} ended with ${code}`);
  view.done.push(task.name);
}

async function restart(node: Running): Promise<void> {
  const { view } = node;
  await isSo(() => cluster.mayStop(view, signal));
  await isSo(async () => (await cluster.before?.(view, "update", signal)) ?? { ready: true });
  await isSo(() => cluster.mayStop(view, signal));
  view.state = "stopping";
  await stop(node);
  await start(node);
}

async function stop({ child }: Running): Promise<void> {
  child?.kill("SIGTERM");
  if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function isSo(ask: () => Promise<{ readonly ready: boolean }>): Promise<void> {
  while (!(await ask().catch(() => ({ ready: false }))).ready) await new Promise((resolve) => setTimeout(resolve, 50));
}
