// A bare script that runs the same brokers as the service: the same files and commands, started in the same order with the same checks. It
// reads commands from standard input, one per line. `roll`, `end` and `nodes` concern all nodes. `free` (wait until the node may stop),
// `stop`, `kill`, `wipe`, `start` and `ready` take the name of a node. After each command the script prints the result and `done`.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { enginesFolder, javaEnvironment, openInstallation, prepareTools } from "@reeve/java-software";
import { instanceDefinition, type NodeView } from "@reeve/orchestrator";
import { type PodSpec, renderTemplate, type TaskSpec } from "@reeve/scheduler-models";
import { parse } from "valibot";
import { hintsOf, nodeEnvironmentOf } from "../packages/cluster/engine-kafka/src/cluster/environment.ts";
import { kafkaMembersOf } from "../packages/cluster/engine-kafka/src/cluster/members.ts";
import { readingsOf } from "../packages/cluster/engine-kafka/src/cluster/readiness.ts";
import { type KafkaDefinition, kafkaSettings } from "../packages/cluster/engine-kafka/src/settings/kafka-settings.ts";
import { kafkaSoftware } from "../packages/cluster/engine-kafka/src/software.ts";
import { kafkaPodSpecs } from "../packages/cluster/engine-kafka/src/specs/pod-specs.ts";
import { openLinks } from "../packages/cluster/engine-kafka/src/wire/link.ts";

interface Running {
  readonly view: NodeView;
  readonly spec: PodSpec;
  readonly sandbox: string;
  child?: ChildProcess;
}

const [folder = "", mem = "256", controllers = "1"] = process.argv.slice(2);
const environment = process.env;
const tools = await prepareTools(
  openInstallation({ software: kafkaSoftware, folder: enginesFolder(environment, process.platform), environment }),
  environment,
);
const offer = {
  engine: { name: "kafka", kind: "broker", settings: kafkaSettings },
  runtime: { name: "local" },
} as const;
const definition = parse(instanceDefinition([offer]), {
  kind: "broker",
  controllers: Number(controllers),
  settings: { BROKER_MEM: Number(mem) },
}) as KafkaDefinition;
const nodes: Running[] = [];
const members = kafkaMembersOf({ nodes: () => nodes.map(({ view }) => view) });
const readings = readingsOf(members, openLinks());

let isFormed = false;
for (const spec of kafkaPodSpecs("script", definition)) {
  for (let index = 0; index < spec.count; index++) {
    const node = await place(spec, index);
    nodes.push(node);
    await start(node);
    await isSo(() => readings.ready(node.view));
  }
}
isFormed = true;
console.log("done");

for await (const line of createInterface(process.stdin)) {
  const [word, id] = line.split(" ");
  const node = nodes.find(({ view }) => view.id === id);
  if (node) await doWith(node, word);
  if (word === "nodes") console.log(JSON.stringify(nodes.map(shown)));
  if (word === "roll") for (const node of nodes.filter(({ spec }) => spec.type === "broker")) await restart(node);
  if (word === "end") for (const node of nodes.toReversed()) await stop(node);
  console.log("done");
  if (word === "end") process.exit(0);
}

async function doWith(node: Running, word: string | undefined): Promise<void> {
  if (word === "free") await isSo(() => readings.mayStop(node.view));
  if (word === "stop") await stop(node);
  if (word === "kill") await stop(node, "SIGKILL");
  if (word === "wipe") for (const volume of volumesOf(node)) rmSync(volume, { recursive: true, force: true });
  if (word === "start") await start(node);
  if (word === "ready") await isSo(() => readings.ready(node.view));
}

function volumesOf({ spec, sandbox }: Running): readonly string[] {
  const volumes = spec["task-specs"].flatMap((task) => task["resource-set"]["volume-specifications"]);
  return volumes.map((volume) => join(sandbox, volume["container-path"]));
}

function shown({ view, child }: Running) {
  return { id: view.id, pid: child?.pid, port: view.placement?.ports[view.podType] };
}

async function place(spec: PodSpec, index: number): Promise<Running> {
  const id = `${spec.type}-${index}`;
  const placement = {
    agent: "script",
    hostname: "localhost",
    addresses: ["127.0.0.1"],
    ports: { [spec.type]: await freePort() },
  };
  const view = { id, podType: spec.type, index, spec, state: "running", placement } as unknown as NodeView;
  return { view, spec, sandbox: join(folder, id) };
}

async function launch(node: Running, task: TaskSpec): Promise<void> {
  const { view, sandbox } = node;
  const { value, environment: own } = task["command-spec"];
  const env: Record<string, string> = {
    ...(environment as Record<string, string>),
    ...own,
    ...javaEnvironment(tools),
    ...nodeEnvironmentOf(view, "c2NyaXB0c2NyaXB0c2NyaQ"),
    ...hintsOf(view, members, isFormed),
    FRAMEWORK_NAME: "script",
    TASK_NAME: view.id,
    MESOS_CONTAINER_IP: "127.0.0.1",
    [`${view.podType.toUpperCase()}_PORT`]: String(view.placement?.ports[view.podType]),
  };
  for (const volume of task["resource-set"]["volume-specifications"]) {
    mkdirSync(join(sandbox, volume["container-path"]), { recursive: true });
  }
  for (const file of task["config-files"] ?? []) {
    const path = join(sandbox, file["relative-path"]);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, renderTemplate(file["template-content"], env));
  }
  const output = openSync(join(sandbox, "output"), "a");
  node.child = spawn("/bin/sh", ["-c", value], { cwd: sandbox, env, stdio: ["ignore", output, output] });
  if (task.goal === "FINISHED") await once(node.child, "exit");
}

async function restart(node: Running): Promise<void> {
  await isSo(() => readings.mayStop(node.view));
  await stop(node);
  await start(node);
  await isSo(() => readings.ready(node.view));
}

/** Tasks that run only once, such as formatting, are skipped unless the volume is empty. */
async function start(node: Running): Promise<void> {
  const tasks = node.spec["task-specs"];
  for (const task of volumesOf(node).every(existsSync) ? tasks.slice(-1) : tasks) await launch(node, task);
}

async function stop({ child }: Running, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  child?.kill(signal);
  if (child && child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function isSo(ask: () => Promise<{ readonly ready: boolean }>): Promise<void> {
  while (!(await ask().catch(() => ({ ready: false }))).ready);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
