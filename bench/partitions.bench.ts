import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { balanceMoves } from "@reeve/broker-planning";
import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { prepareTools } from "@reeve/java-software";
import type { Layout } from "@reeve/orchestrator";
import { installationOf, needsEngine } from "./engines.ts";
import { startBrokerService } from "./kafka-process.ts";
import type { Measure, Sampled } from "./measure.ts";
import type { ServiceProgram } from "./service-program.ts";

const BROKERS = 100;

/** The number of brokers that were just added and are still empty. */
const NEW = 20;

const thousand = layoutOf(1000);
const hundredThousand = layoutOf(100_000);

const tool = besideTheTool();

export const measures: readonly Measure[] = [
  {
    // This measurement comes first, because it reads the peak memory of the whole process.
    name: "memory after a balance of 100000 partitions on 100 brokers",
    against: "before it",
    unit: "MB",
    rounds: 1,
    sample: async () => {
      const floor = mostMegabytes();
      balanceMoves(hundredThousand, {});
      return { subject: mostMegabytes(), floor };
    },
  },
  {
    name: "proposing a balance of 100000 partitions on 100 brokers",
    against: "proposing a balance of 1000 partitions",
    goal: 150,
    subject: () => balanceMoves(hundredThousand, {}),
    floor: () => balanceMoves(thousand, {}),
  },
  tool.measure,
];

export const close = (): Promise<void> => tool.close();

/** Both programs read the same three brokers, and propose moves that empty one of them. No partition is moved. */
function besideTheTool(): { readonly measure: Sampled; close(): Promise<void> } {
  const PARTITIONS = 300;
  const ROUNDS = 7;
  const execute = promisify(execFile);
  let programs: Promise<readonly [() => Promise<unknown>, () => Promise<unknown>]> | undefined;
  let service: ServiceProgram | undefined;
  let folder: string | undefined;

  async function prepare() {
    folder = mkdtempSync(join(tmpdir(), "reeve-partitions-bench-"));
    const topics = join(folder, "topics.json");
    execFileSync(process.execPath, [join(import.meta.dirname, "../apps/cli/build.ts"), join(folder, "bundle")]);
    service = await startBrokerService();
    const { url, token, send } = service;
    await send("POST", `/service/kafka/v1/topics/orders?partitions=${PARTITIONS}&replication=2`);
    const info = JSON.parse(await send("GET", "/service/kafka/v1/pod/broker-0/info"));
    const port = info[0].info.resources.find((each: { name: string }) => each.name === "ports").ranges.range[0].begin;
    writeFileSync(topics, JSON.stringify({ version: 1, topics: [{ topic: "orders" }] }));
    const { java, classPath } = await prepareTools(installationOf(kafkaSoftware), process.env);
    const tool = "org.apache.kafka.tools.reassign.ReassignPartitionsCommand";
    const cluster = ["--bootstrap-server", `127.0.0.1:${port}`, "--broker-list", "0,1"];
    const theirs = ["-Xmx256m", "-cp", classPath, tool, ...cluster, "--topics-to-move-json-file", topics, "--generate"];
    const ours = [join(folder, "bundle/reeve.cjs"), ..."broker partitions balance --away-from 2 --dry-run".split(" ")];
    const env = {
      PATH: process.env.PATH,
      REEVE_HOME: join(folder, "home"),
      REEVE_URL: url,
      REEVE_SERVICE: "kafka",
      REEVE_TOKEN: token,
    };
    const expectProposal = ({ stdout }: { readonly stdout: string }, words: string) => {
      if (!stdout.includes(words)) throw new Error(`no proposal: ${stdout}`);
    };
    return [
      async () => expectProposal(await execute(process.execPath, ours, { env }), "broker-2"),
      async () => expectProposal(await execute(java, theirs), "Proposed partition reassignment"),
    ] as const;
  }

  const measure: Sampled = {
    name: `reeve broker partitions balance --dry-run, ${PARTITIONS} partitions`,
    against: "kafka-reassign-partitions --generate",
    goal: 0.5,
    isFelt: true,
    unit: "ms",
    rounds: ROUNDS,
    needs: needsEngine(kafkaSoftware),
    sample: async () => {
      programs ??= prepare();
      const [ours, theirs] = await programs;
      const subject = await milliseconds(ours);
      return { subject, floor: await milliseconds(theirs) };
    },
  };
  const close = async () => {
    await service?.end();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { measure, close };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function mostMegabytes(): number {
  return process.resourceUsage().maxRSS / 2 ** 10;
}

/** Partitions with three replicas each. A fixed formula chooses their brokers and sizes. */
function layoutOf(count: number): Layout {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const used = BROKERS - NEW;
  return {
    brokers: Array.from({ length: BROKERS }, (_, id) => ({
      id,
      agent: `agent-${id % 10}`,
      isRunning: true,
      isLeaving: false,
      disk: 1e13,
    })),
    partitions: Array.from({ length: count }, (_, at) => {
      const first = Math.floor(random() * used);
      const replicas = [first, (first + 1 + Math.floor(random() * 3)) % used, (first + 5 + Math.floor(random() * 3)) % used];
      const bytes = Math.floor(1e9 * random() ** 3);
      const place = { topic: `topic-${Math.floor(at / 50)}`, number: at % 50 };
      return { ...place, replicas, isr: replicas, minInSync: 1, leader: first, joins: [], leaves: [], bytes };
    }),
  };
}
