import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pageFiles } from "../src/console/page-files.ts";

/** Serves the page with answers that no real service would give: hostile texts, a thousand nodes, and a topic of ten thousand partitions. */
export async function startPlayedService(hostile: string): Promise<{ readonly url: string } & AsyncDisposable> {
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
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const file = files.get(path);
    const answer = answers[path];
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.text);
    else if (answer !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    else if (path.endsWith("/log")) response.writeHead(200, { "reeve-log-next": "1" }).end(`${hostile}\n`);
    else if (path === "/reeve/v1/events")
      response.writeHead(200, { "content-type": "text/event-stream" }).write(hostileEvents(hostile));
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function hostileEvents(hostile: string): string {
  const event = (name: string, data: object) =>
    `event: ${name}\ndata: ${JSON.stringify({ service: "kafka", ...data })}\n\n`;
  const step = { id: "1", name: hostile, status: "ERROR", message: hostile, reason: hostile };
  const phases = [{ id: "1", name: hostile, status: "ERROR", strategy: "serial", steps: 1 }];
  const place = { internal: false, addresses: [], ports: {}, agent: hostile, reason: hostile, differs: [] };
  return [
    event("reset", {}),
    event("instance", {
      ...{ kind: "broker", revision: "R3", simulated: false, engine: hostile, runtime: "local", agents: 1 },
      ...{ note: hostile, configuration: "1", nodes: { count: 1000, running: 999 }, plans: { deploy: "ERROR" } },
    }),
    ...Array.from({ length: 1000 }, (_, index) =>
      event("node", { node: `broker-${index}`, state: "running", ...place }),
    ),
    event("step", { plan: "deploy", phase: 0, index: 0, step }),
    event("plan", { plan: "deploy", status: "ERROR", errors: [hostile], phases }),
    event("ready", {}),
  ].join("");
}
