// Runs in its own process, so that server and client are measured separately.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { topicText } from "./bodies.ts";

const bodies = new Map([
  ["/service/kafka/v1/topics", Buffer.from(JSON.stringify(["orders", "payments"]))],
  ["/service/kafka/v1/topics/orders", Buffer.from(topicText(10_000))],
]);

const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? "") ?? Buffer.from("{}");
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
});

server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
