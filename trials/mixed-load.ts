/**
 * Sends mixed requests to a service with every revision, and requests to a bare server, each through two hundred connections for `--runs`
 * seconds. Checks that the service answers no 5xx except a plan's 503 and that its memory does not grow, and prints the median and the 99th
 * percentile of both servers' latency.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { readArguments } from "./support/arguments.ts";
import { instances, startEveryRevision } from "./support/every-revision.ts";

const CONNECTIONS = 200;

/** The number of memory samples, taken at equal intervals. */
const SAMPLES = 5;

const { "broker-R1": r1, "broker-R2": r2, "broker-R3": r3, "wide-column-W1": w1, "file-system-V2": v2 } = instances;

if (process.argv[2] === "serve") await serve();
else await measure();

/** Runs the servers in a process of their own, so that only their memory is measured. */
async function serve(): Promise<void> {
  const reeve = await startEveryRevision();
  const bare = createServer((_, response) => void response.end("{}")).listen(0, "127.0.0.1");
  await once(bare, "listening");
  const { port } = bare.address() as AddressInfo;
  process.send?.({ url: reeve.url, token: reeve.token, bare: `http://127.0.0.1:${port}` });
  process.on("message", () => {
    const { rss } = process.memoryUsage();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ rss: megabytes(rss), live: megabytes(heapUsed + external) } satisfies Memory);
  });
  process.once("disconnect", () => process.exit());
}

/** Resident memory, and the live heap after a garbage collection, both in megabytes. */
interface Memory {
  readonly rss: number;
  readonly live: number;
}

async function measure(): Promise<void> {
  const { runs: seconds } = readArguments({ runs: 300 });
  const child = fork(import.meta.filename, ["serve"], { execArgv: ["--expose-gc"] });
  const [{ url, token, bare }] = (await once(child, "message")) as [{ url: string; token: string; bare: string }];
  const memory = async (): Promise<Memory> => {
    child.send("memory");
    const [result] = (await once(child, "message")) as [Memory];
    return result;
  };
  const plain = await load(bare, seconds, token, () => ["GET", "/"]);
  // The first load comes before the first sample, because memory that a process allocates at first is no growth.
  await load(url, Math.min(10, seconds), token, mixed);
  const samples: Memory[] = [await memory()];
  const times: number[] = [];
  const statuses = new Map<string, number>();
  for (let part = 0; part < SAMPLES; part++) {
    const result = await load(url, seconds / SAMPLES, token, mixed);
    for (const time of result.times) times.push(time);
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    samples.push(await memory());
  }
  const ours: Load = { times, statuses };
  child.disconnect();
  for (const [name, { times, statuses }] of Object.entries({ "bare server": plain, service: ours })) {
    const sorted = times.sort((one, other) => one - other);
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
    console.log(
      `${name}: ${sorted.length} requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${JSON.stringify(Object.fromEntries(statuses))}`,
    );
  }
  const shown = (of: keyof Memory) => samples.map((sample) => sample[of].toFixed(0)).join(", ");
  console.log(`MB of the system: ${shown("rss")}; alive: ${shown("live")}`);
  const failures = [...ours.statuses].filter(([key]) => key.startsWith("5") || key === "failed");
  process.exitCode = failures.length > 0 || !isFlat(samples) ? 1 : 0;
}

/** Whether the live heap has grown by less than 10 %, and the resident memory by less than 15 % in the second half. */
function isFlat(samples: readonly Memory[]): boolean {
  const [first, middle, last] = [samples[0], samples[Math.ceil(SAMPLES / 2)], samples.at(-1)];
  if (!first || !middle || !last) return false;
  return last.live < first.live * 1.1 && last.rss < middle.rss * 1.15;
}

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024;
}

interface Load {
  readonly times: number[];
  /** The number of answers with each status; a plan's 503 is counted as `plan 503`. */
  readonly statuses: Map<string, number>;
}

async function load(url: string, seconds: number, token: string, next: (turn: number) => readonly [string, string]): Promise<Load> {
  const result: Load = { times: [], statuses: new Map() };
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  const connection = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < until) {
      const [method, path] = next(turn++);
      const begun = performance.now();
      const status = await ask(url + path, method, token, agent).catch(() => "failed");
      if (result.times.length < 2_000_000) result.times.push(performance.now() - begun);
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return result;
}

function ask(url: string, method: string, token: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const requested = request(url, { method, agent, headers: { authorization: `token=${token}` } }, (answer) => {
      answer.resume().once("end", () => {
        const isPlan = answer.statusCode === 503 && answer.headers["content-type"] === "application/json";
        resolve(`${isPlan ? "plan " : ""}${answer.statusCode}`);
      });
    });
    requested.once("error", reject).end();
  });
}

/** The method and path of a request: most are reads, some are changes, and some are refused. */
function mixed(turn: number): readonly [string, string] {
  const topic = `t${turn % 500}`;
  const requests: readonly (readonly [string, string])[] = [
    ["GET", `/service/${r3}/v1/topics`],
    ["GET", `/service/${r1}/v1/plan`],
    ["GET", `/service/${r2}/v1/plan`],
    ["GET", `/service/${w1}/v1/nodes/0/status`],
    ["GET", `/service/${v2}/v1/endpoints/fs-site.xml`],
    ["POST", `/service/${r3}/v1/topics/${topic}?partitions=2&replication=2`],
    ["GET", `/service/${r3}/v1/topics/${topic}`],
    ["DELETE", `/service/${r3}/v1/topics/${topic}`],
    ["GET", "/reeve/v1/openapi/broker-R3.json"],
    ["GET", `/service/${r3}/v1/nothing`],
    ["PUT", `/service/${r1}/v1/brokers/9`],
    ["GET", "/reeve/v1/audit?limit=10"],
  ];
  return requests[turn % requests.length] as readonly [string, string];
}
