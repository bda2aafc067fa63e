import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pageFiles } from "../src/console/page-files.ts";

export interface PlayedService extends AsyncDisposable {
  readonly url: string;
  /** Sends the events of a rollout of all nodes, as fast as a service sends events, until the returned function is called. */
  rollOut(): () => void;
  /** Sends the events of a rollout that begins to update this node. */
  update(index: number): void;
}

/** Serves the page with answers that no real service would give: hostile texts, a thousand nodes, and a topic of ten thousand partitions. */
export async function startPlayedService(hostile: string): Promise<PlayedService> {
  const files = new Map((await pageFiles()).map((file) => [file.path, file]));
  const partitions = Array.from({ length: 10_000 }, (_, index) => ({
    [index]: { controller_epoch: 0, isr: [0, 1], leader: index === 7 ? -1 : 0, leader_epoch: 0, version: 0 },
  }));
  const answers: Readonly<Record<string, unknown>> = {
    "/reeve/v1/info": {},
    "/reeve/v1/console/logins": { accounts: false },
    "/reeve/v1/figures": {
      interval: 10_000,
      at: null,
      values: { requests: [], steps: [], nodes: [], memory: [] },
      services: {},
    },
    "/service/kafka/v1/topics": [hostile, "large"],
    "/service/kafka/v1/topics/under_replicated_partitions": { message: "" },
    "/service/kafka/v1/topics/large": { partitions },
  };
  const watchers = new Set<ServerResponse>();
  const send = (text: string) => {
    for (const each of watchers) each.write(text);
  };
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const file = files.get(path);
    const answer = answers[path];
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.text);
    else if (answer !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    else if (path.endsWith("/log")) response.writeHead(200, { "reeve-log-next": "1" }).end(`${hostile}\n`);
    else if (path === "/reeve/v1/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(hostileEvents(hostile));
      watchers.add(response);
    } else response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rollOut: () => {
      let done = 0;
      send(wholePlan());
      const timer = setInterval(() => {
        send(rolledOut(done % NODES, 5));
        done += 5;
      }, EVENTS_EVERY);
      return () => clearInterval(timer);
    },
    update: (index) => send(updating(index) + progress(1)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const NODES = 1000;

/** Milliseconds for which the real service collects changes before it sends them. */
const EVENTS_EVERY = 50;

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify({ service: "kafka", ...data })}\n\n`;
}

const place = { internal: false, addresses: ["198.18.0.1"], ports: { broker: 9092 }, differs: [] };

const instance = { kind: "broker", revision: "R3", simulated: false, runtime: "local", agents: 1, configuration: "1" };

function planOf(status: string) {
  return {
    plan: "deploy",
    status,
    errors: [],
    phases: [{ id: "1", name: "Update", status, strategy: "parallel", steps: NODES }],
  };
}

function stepOf(index: number, status: string) {
  const step = { id: String(index), name: `broker-${index}`, status, message: "", reason: "is starting" };
  return event("step", { plan: "deploy", phase: 0, index, step });
}

/** A rollout of all nodes, in which no step has begun. */
function wholePlan(): string {
  const steps = Array.from({ length: NODES }, (_, index) => stepOf(index, "PENDING"));
  return [...steps, event("plan", planOf("IN_PROGRESS"))].join("");
}

/** Some nodes are updated, and some others are being updated. */
function rolledOut(first: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const ended = (first + at) % NODES;
    return [
      event("node", { node: `broker-${ended}`, state: "running", ...place, agent: `agent-${ended}` }),
      stepOf(ended, "COMPLETE"),
      updating((ended + count) % NODES),
    ].join("");
  })
    .concat(progress(count))
    .join("");
}

function updating(index: number): string {
  const reason = "it is not in the cluster yet";
  const node = { node: `broker-${index}`, state: "starting", ...place, agent: `agent-${index}`, reason };
  return event("node", node) + stepOf(index, "STARTING");
}

/** The state of the plan and of the instance while some nodes are being updated. */
function progress(count: number): string {
  const nodes = { count: NODES, running: NODES - count };
  const plans = { deploy: "IN_PROGRESS" };
  return event("plan", planOf("IN_PROGRESS")) + event("instance", { ...instance, engine: "kafka", plans, nodes });
}

function hostileEvents(hostile: string): string {
  const step = { id: "1", name: hostile, status: "ERROR", message: hostile, reason: hostile };
  const phases = [{ id: "1", name: hostile, status: "ERROR", strategy: "serial", steps: 1 }];
  const told = { ...place, addresses: [], ports: {}, agent: hostile, reason: hostile };
  return [
    event("reset", {}),
    event("instance", {
      ...{ ...instance, engine: hostile, note: hostile },
      ...{ nodes: { count: NODES, running: NODES - 1 }, plans: { deploy: "ERROR" } },
    }),
    ...Array.from({ length: NODES }, (_, index) =>
      event("node", { node: `broker-${index}`, state: "running", ...told }),
    ),
    event("step", { plan: "deploy", phase: 0, index: 0, step }),
    event("plan", { plan: "deploy", status: "ERROR", errors: [hostile], phases }),
    event("ready", {}),
  ].join("");
}
