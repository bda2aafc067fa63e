/** A service for the kill test: an orchestrator that runs small nodes as processes. A command on the service's standard input ends them. */
import { createConnection } from "node:net";
import { join } from "node:path";
import { createOrchestrator, instanceDefinition } from "@reeve/orchestrator";
import type { BrokerDefinition, Cluster, Engine, NodeView, Readiness } from "@reeve/orchestrator/engine";
import type { Runtime, Store } from "@reeve/orchestrator/runtime";
import * as v from "valibot";
import { createLocalRuntime } from "../../src/index.ts";
import { resources } from "./requests.ts";

/** With `when` and `write` the service kills itself just before or after this write of the runtime. */
const [folder = "", memory = "1024", holds = "", when, write] = process.argv.slice(2);

const engine: Engine<BrokerDefinition> = {
  name: "small",
  kind: "broker",
  simulated: false,
  internalPods: [],
  podSpecs: (_, { settings }) => [
    {
      type: "broker",
      count: settings.BROKER_COUNT,
      uris: [],
      "task-specs": [
        {
          name: "format",
          goal: "FINISHED",
          "resource-set": { ...resources(), "volume-specifications": [disk] },
          "command-spec": { value: 'echo "$TASK_NAME" >> data/formats', environment: {} },
        },
        {
          name: "node",
          goal: "RUNNING",
          "resource-set": { ...resources({ client: 0 }), "volume-specifications": [disk] },
          "command-spec": {
            value: 'exec "$NODE" "$PROGRAM"',
            environment: {
              NODE: process.execPath,
              PROGRAM: join(import.meta.dirname, "node.mjs"),
              LEDGER: join(folder, "ledger"),
              HOLDS: holds,
              MEM: String(settings.BROKER_MEM),
            },
          },
        },
      ],
    },
  ],
  open: async () => cluster,
};

const disk = {
  type: "ROOT",
  "container-path": "data",
  name: "disk",
  value: { type: "SCALAR", scalar: { value: 100 } },
};

const cluster: Cluster<"broker"> = {
  sequence: () => ["format", "node"],
  environment: (node, task) => ({ TASK_ID: `${node.tasks.find((each) => each.task === task)?.taskId}` }),
  ready: answers,
  mayStop: async () => ({ ready: true }),
  mayLose: async () => ({ ready: true }),
  perform: async () => undefined,
  administration: {} as Cluster<"broker">["administration"],
  close: async () => undefined,
};

function answers({ placement }: NodeView): Promise<Readiness> {
  return new Promise((resolve) => {
    const socket = createConnection(placement?.ports.client ?? 0, "127.0.0.1");
    socket.once("data", () => resolve({ ready: true }));
    socket.once("error", () => resolve({ ready: false, reason: "does not answer yet" }));
  });
}

const runtime = createLocalRuntime({ folder: join(folder, "nodes") });
let writes = 0;
const killable: Runtime = {
  ...runtime,
  open: (context) => {
    const { store } = context;
    const die = (moment: string) => {
      if (moment === when && writes === Number(write)) process.kill(process.pid, "SIGKILL");
    };
    const watched: Store = {
      ...store,
      write: (changes) => {
        writes++;
        die("before");
        store.write(changes);
        die("after");
      },
    };
    return runtime.open({ ...context, store: watched });
  },
};

const definition = v.parse(instanceDefinition([{ engine, runtime: killable }]), {
  kind: "broker",
  engine: "small",
  settings: { BROKER_MEM: Number(memory) },
});
const orchestrator = await createOrchestrator({
  state: join(folder, "state"),
  engines: [{ engine, runtime: killable }],
});
await orchestrator.deploy({ kafka: definition });
const kafka = orchestrator.instance("kafka");
setInterval(() => {
  const complete = ["deploy", "recovery"].every((plan) => (kafka?.plans.get(plan)?.status ?? "COMPLETE") === "COMPLETE");
  const nodes = kafka?.nodes.ids().map((id) => kafka.nodes.get(id));
  if (!complete || !nodes?.every((node) => node?.state === "running")) return;
  const pids = nodes.map((node) => node?.placement?.pid);
  console.log(JSON.stringify({ pids, memory: definition.kind === "broker" && definition.settings.BROKER_MEM }));
}, 50);
process.stdin.once("data", async () => {
  await orchestrator.close({ tasks: "stop" });
  process.exit();
});
