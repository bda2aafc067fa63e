// Runs the compared servers in their own process: the service, Node's bare server and a popular framework. All answer the same list after
// the same check of a token.
import { hash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startReeve } from "@reeve/service";
import fastify from "fastify";

/** Timeout of idle connections in milliseconds, which is longer than any connection waits for its turn. */
const IDLE = 600_000;
const LIST = "/service/kafka/v1/topics";
const reeve = await startReeve(
  { services: { kafka: { kind: "broker", pace: 0 } } },
  { limits: { requestsPerSecond: 1e9, connections: 10_000, idleTimeout: IDLE } },
);
const headers = { authorization: `token=${reeve.token}` };
const ask = (method: string, path: string) => reeve.fetch(reeve.url + path, { method, headers });
while ((await ask("GET", "/service/kafka/v1/plans/deploy")).status !== 200) await new Promise((done) => setTimeout(done, 20));
const topics = Array.from({ length: 100 }, (_, index) => `a-topic-of-medium-${String(index).padStart(3, "0")}`);
for (const topic of topics) {
  const { status } = await ask("POST", `${LIST}/${topic}?partitions=1&replication=1`);
  if (status !== 200) throw new Error(`${topic}: ${status}`);
}

const expected = hash("sha256", reeve.token, "buffer");
const isKnown = (authorization: string | undefined) =>
  authorization?.startsWith("token=") === true && timingSafeEqual(hash("sha256", authorization.slice(6), "buffer"), expected);

const bare = createServer((request, response) => {
  const known = isKnown(request.headers.authorization) && request.url === LIST;
  const body = JSON.stringify(known ? topics : null);
  response.writeHead(known ? 200 : 401, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
});
bare.keepAliveTimeout = IDLE;
bare.listen(0, "127.0.0.1");

const framework = fastify({ keepAliveTimeout: IDLE });
framework.addHook("onRequest", async (request, reply) => {
  if (!isKnown(request.headers.authorization)) return reply.code(401).send();
});
framework.get(LIST, { schema: { response: { 200: { type: "array", items: { type: "string" } } } } }, async () => topics);
await framework.listen({ port: 0, host: "127.0.0.1" });

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
console.log(
  JSON.stringify({
    list: LIST,
    token: reeve.token,
    reeve: Number(new URL(reeve.url).port),
    bare: portOf(bare),
    framework: portOf(framework.server),
  }),
);
process.once("disconnect", () => process.exit());
