import { startReeve } from "@reeve/service";
import { openLoad } from "./load.ts";
import type { Measure } from "./measure.ts";
import { startServers } from "./service-process.ts";

const CONNECTIONS = 32;
const REQUESTS = 512;

const servers = await startServers();
const open = (port: number) => openLoad(port, CONNECTIONS, servers.list, servers.token);
const [reeve, bare, framework] = await Promise.all([open(servers.reeve), open(servers.bare), open(servers.framework)]);

// A plan of a thousand steps, asked for in this process: what reading it costs beside writing it out once.
const large = await startReeve(
  { services: { kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: 1000 } } } },
  { listen: false },
);
const path = `${large.url}/service/kafka/v1/plans/deploy`;
const headers = { authorization: `token=${large.token}` };
while ((await large.fetch(path, { headers })).status !== 200) await new Promise((done) => setTimeout(done, 100));
const plan = await (await large.fetch(path, { headers })).json();

export const measures: readonly Measure[] = [
  {
    name: "service: a list that did not change",
    against: "node:http, same check, same list",
    goal: 1,
    subject: () => reeve.run(REQUESTS),
    floor: () => bare.run(REQUESTS),
  },
  {
    name: "service: a list that did not change, beside a framework",
    against: "fastify, same check, same list",
    goal: 1,
    subject: () => reeve.run(REQUESTS),
    floor: () => framework.run(REQUESTS),
  },
  {
    name: "service: a plan of 1000 steps, read",
    against: "JSON.stringify of it",
    goal: 1,
    subject: () => large.fetch(path, { headers }),
    floor: () => JSON.stringify(plan),
  },
];

export function close(): void {
  for (const load of [reeve, bare, framework]) load.close();
  servers[Symbol.dispose]();
  void large.close();
}
