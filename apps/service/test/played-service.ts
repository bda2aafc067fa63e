import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { pageFiles } from "../src/console/page-files.ts";

export interface PlayedService extends AsyncDisposable {
  readonly url: string;
  /** Begins a rollout of all nodes. Each request for the path `NEXT` continues it by five nodes. */
  rollOut(): void;
  /** Lets the nodes print this many lines a second. */
  flood(linesPerSecond: number): void;
  /** Sends the events of a rollout that begins to update this node. */
  update(index: number): void;
}

/**
 * Serves the page with answers that no real service would give: hostile texts, a thousand nodes, and a topic of ten thousand partitions.
 */
export async function startPlayedService(hostile: string): Promise<PlayedService> {
  const files = new Map((await pageFiles()).map((file) => [file.path, file]));
  const partitions = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ topic: "large", partition: index, replicas: [0, 1], isr: [0, 1], leader: index === 7 ? -1 : 0 },
    ...{ bytes: 1, joins: [], leaves: [] },
  }));
  const totals = { replication: 2, in_sync: 2, under_replicated: 0, below_minimum: 0, unavailable: 0, bytes: 2 };
  const brokers = [{ broker: 0, replicas: 1, leaders: 1, bytes: 1 }];
  const answers: Readonly<Record<string, unknown>> = {
    "/reeve/v1/info": {},
    [NEXT]: {},
    "/reeve/v1/console/logins": { accounts: false },
    "/reeve/v1/figures": {
      interval: 10_000,
      at: null,
      values: { requests: [], steps: [], nodes: [], memory: [] },
      services: {},
    },
    "/reeve/v1/services/kafka/topics": [
      { topic: hostile, partitions: 1, ...totals, brokers },
      { topic: "large", partitions: 10_000, ...totals, brokers },
    ],
    "/reeve/v1/services/kafka/partitions?topics=large": partitions,
    "/reeve/v1/services/kafka/topics/large/settings": [{ name: hostile, value: hostile, origin: "topic", inherited: hostile }],
    "/reeve/v1/services/kafka/groups": [{ group: hostile, state: hostile, members: 1, coordinator: 0, topics: [hostile], lag: 1 }],
    [`/reeve/v1/services/kafka/groups/${encodeURIComponent(hostile)}`]: {
      ...{ group: hostile, state: hostile, coordinator: 0, topics: [hostile], lag: 1, assignor: hostile },
      members: [{ member: hostile, client: hostile, host: hostile, partitions: [] }],
      offsets: [{ topic: hostile, partition: 0, offset: 1, end: 2, lag: 1, member: hostile }],
    },
    "/reeve/v1/services/kafka/definitions": CONFIGURATIONS.toReversed().map((id) => ({ id, created: hostile })),
    [`/service/kafka/v1/configurations/${CONFIGURATIONS[0]}`]: configurationWith({ [hostile]: "before" }),
    [`/service/kafka/v1/configurations/${CONFIGURATIONS[1]}`]: configurationWith({ [hostile]: hostile }),
    "/reeve/v1/services/kafka/partitions": [
      { topic: hostile, partition: 0, replicas: [0], isr: [0], leader: 0, bytes: 1, joins: [1], leaves: [0] },
    ],
    "/service/db/v1/nodes/0/status": { mode: hostile, data_center: hostile, rack: hostile, version: hostile },
    "/reeve/v1/services/db/maintenance": [
      {
        ...{ id: "1", name: hostile, request: { [hostile]: hostile }, status: hostile, reason: hostile },
        ...{ requested_at: "2026-01-01T00:00:00Z", started_at: null, completed_at: null },
      },
    ],
    "/reeve/v1/services/hdfs/status": {
      ...{ active: hostile, name_nodes: { "name-0": hostile }, safe_mode: hostile },
      ...{ data_nodes: null, space: null, blocks: null },
    },
  };
  const watchers = new Set<ServerResponse>();
  const send = (text: string) => {
    for (const each of watchers) each.write(text);
  };
  let done = 0;
  const next = () => {
    send(rolledOut(done % NODES, 5));
    done += 5;
  };
  let [rate, line, printedAt] = [0, 0, performance.now()];
  /** The lines that a node has printed since the last call. */
  const printed = () => {
    const seconds = (performance.now() - printedAt) / 1000;
    printedAt = performance.now();
    if (rate === 0) return `${hostile}\n`;
    return Array.from({ length: Math.floor(rate * seconds) }, () => `line ${++line}: ${hostile}\n`).join("");
  };
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const file = files.get(path);
    const isLogin = request.method === "POST" && path === "/reeve/v1/console/logins";
    const answer = request.method === "GET" ? (answers[request.url ?? ""] ?? answers[path]) : undefined;
    if (path === NEXT) next();
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.text);
    else if (isLogin) void answerLogin(request, response, hostile);
    else if (answer !== undefined) response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    else if (path.endsWith("/log")) response.writeHead(200, { "reeve-log-next": "1" }).end(printed());
    else if (path === "/reeve/v1/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(hostileEvents(hostile));
      watchers.add(response);
    } else {
      response.writeHead(404, { "content-type": "application/problem+json" });
      response.end(JSON.stringify({ title: hostile, detail: hostile }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rollOut: () => send(wholePlan()),
    flood: (linesPerSecond) => {
      rate = linesPerSecond;
      printedAt = performance.now();
    },
    update: (index) => send(updating(index) + progress(1)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers a login with the token as the key of the session. */
async function answerLogin(request: IncomingMessage, response: ServerResponse, hostile: string): Promise<void> {
  const { token } = (await json(request)) as { readonly token: string };
  if (token === REFUSED) response.writeHead(401, { "content-type": "application/problem+json" }).end(JSON.stringify({ detail: hostile }));
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ key: token }));
}

/** A token that the service refuses. */
export const REFUSED = "a-refused-token";

/** A path that continues the rollout. */
export const NEXT = "/played/next";

const NODES = 1000;

/** The ids of two configurations. */
const CONFIGURATIONS = ["1915bcad-1235-400f-8406-4ac7555a7d34", "9bd0cf8a-1f3e-4a5a-8a7e-7ab3a2f6d8c1"];

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify({ service: "kafka", ...data })}\n\n`;
}

const place = { internal: false, addresses: ["198.18.0.1"], ports: { broker: 9092 }, differs: [] };

const instance = {
  kind: "broker",
  revision: "R3",
  simulated: false,
  runtime: "local",
  agents: 1,
  configuration: CONFIGURATIONS[1],
};

function configurationWith(engineConfiguration: object): object {
  const [uris, sizes] = [
    { containerHookUri: "", engineUri: "", javaUri: "", overriderUri: "" },
    { cpus: 1, disk: 1, diskType: "ROOT", mem: 1 },
  ];
  const names = {
    name: "kafka",
    phaseStrategy: "INSTALL",
    placementStrategy: "NODE",
    principal: "",
    role: "",
    user: "",
  };
  return {
    brokerConfiguration: { ...uris, ...sizes },
    engineConfiguration,
    serviceConfiguration: { ...names, count: NODES },
  };
}

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

const kinds: Readonly<Record<string, object>> = {
  db: { kind: "wide-column", revision: "W1" },
  hdfs: { kind: "file-system", revision: "V2" },
};

function hostileEvents(hostile: string): string {
  const step = { id: "1", name: hostile, status: "ERROR", message: hostile, reason: hostile };
  const phases = [{ id: "1", name: hostile, status: "ERROR", strategy: "serial", steps: 1 }];
  const one = { count: 1, running: 0 };
  const told = { ...place, addresses: [], ports: {}, agent: hostile, reason: hostile };
  return [
    event("reset", {}),
    event("instance", {
      ...{ ...instance, engine: hostile, note: hostile },
      ...{
        nodes: { count: NODES, running: NODES - 1 },
        plans: { deploy: "ERROR", [hostile]: hostile, partitions: "IN_PROGRESS" },
      },
    }),
    ...Array.from({ length: NODES }, (_, index) => event("node", { node: `broker-${index}`, state: "running", ...told })),
    event("step", { plan: "deploy", phase: 0, index: 0, step }),
    event("plan", { plan: "deploy", status: "ERROR", errors: [hostile], phases }),
    event("plan", { plan: hostile, status: hostile, errors: [], phases: [] }),
    event("plan", { plan: "partitions", status: "IN_PROGRESS", errors: [], phases }),
    ...["db", "hdfs", hostile].flatMap((service) => [
      event("instance", {
        service,
        ...instance,
        ...kinds[service],
        engine: hostile,
        note: hostile,
        nodes: one,
        plans: {},
      }),
      event("node", { service, node: service === "hdfs" ? "name-0" : "node-0", state: hostile, ...told }),
    ]),
    event("ready", {}),
  ].join("");
}
