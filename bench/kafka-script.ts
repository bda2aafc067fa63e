// A bare script that runs the same brokers as the service would: the same files and commands, started in the same order, with the same checks,
// and nothing else. What is asked of it comes on standard input, a line each: `roll`, `end`, `start NODE`, `stop NODE`, `wipe NODE`, `ready NODE`, or
// `nodes`. It says `done` after each, and before that what was asked for.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { enginesFolder, openInstallation, prepareTools } from "@reeve/java-software";
import { instanceDefinition, type NodeView } from "@reeve/orchestrator";
import { type PodSpec, renderTemplate, type TaskSpec } from "@reeve/scheduler-models";
import { parse } from "valibot";
import { environmentOf, hintsOf, toolsOf } from "../packages/engine-kafka/src/cluster/environment.ts";
import { membersOf } from "../packages/engine-kafka/src/cluster/members.ts";
import { readingsOf } from "../packages/engine-kafka/src/cluster/readiness.ts";
import { type KafkaDefinition, kafkaSettings } from "../packages/engine-kafka/src/settings/kafka-settings.ts";
import { kafkaSoftware } from "../packages/engine-kafka/src/software/kafka-software.ts";
import { kafkaPodSpecs } from "../packages/engine-kafka/src/specs/pod-specs.ts";
import { openLinks } from "../packages/engine-kafka/src/wire/links.ts";

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
const members = membersOf({ nodes: () => nodes.map(({ view }) => view) });
const readings = readingsOf(members, openLinks());

for (const spec of kafkaPodSpecs("script", definition)) {
  for (let index = 0; index < spec.count; index++) {
    const node = await place(spec, index);
    nodes.push(node);
    for (const task of spec["task-specs"]) await launch(node, task);
    await isSo(() => readings.ready(node.view));
  }
}
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
  if (word === "start") await start(node);
  if (word === "stop") await stop(node);
  if (word === "ready") await isSo(() => readings.ready(node.view));
  if (word !== "wipe") return;
  for (const task of node.spec["task-specs"]) {
    for (const volume of task["resource-set"]["volume-specifications"])
      rmSync(join(node.sandbox, volume["container-path"]), { recursive: true, force: true });
  }
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
    ...toolsOf(tools),
    ...environmentOf(view, "c2NyaXB0c2NyaXB0c2NyaQ"),
    ...hintsOf(view, members, false),
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

async function start(node: Running): Promise<void> {
  const task = node.spec["task-specs"].at(-1);
  if (task) await launch(node, task);
}

async function stop({ child }: Running): Promise<void> {
  child?.kill("SIGTERM");
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
