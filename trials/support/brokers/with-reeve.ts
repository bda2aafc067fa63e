import { setTimeout as sleep } from "node:timers/promises";
import { brokerProgram } from "@reeve/tests/kafka/service";
import type { BrokerCluster } from "./cluster.ts";

/** Timeout for recovery in milliseconds. It is minutes long, because a busy machine is slow. */
const LONG = 600_000;

/** Milliseconds between two polls of a cluster that is changed. */
const RETRY_INTERVAL = 200;

/** Milliseconds between two polls of the first deployment. They are as frequent as those of the scripts with which it is compared. */
const POLL_INTERVAL = 100;

/** The runtime of a definition. */
export type RuntimeInput = { readonly name: string } & Readonly<Record<string, string>>;

/** Starts the service with brokers and a topic. `program` is that of `serviceProgram`. */
export async function withReeve(
  controllers: 1 | 3,
  topic: string,
  runtime?: RuntimeInput,
  program?: readonly string[],
): Promise<BrokerCluster> {
  let memory = 256;
  const definition = () =>
    ({
      kind: "broker",
      engine: "kafka",
      controllers,
      // On Kubernetes, pods request few processors, because a pod that requests more than its node has cannot run.
      settings: { BROKER_MEM: memory, ...(runtime && { BROKER_CPUS: 0.25 }) },
      ...(runtime && { runtime }),
    }) as const;
  const service = brokerProgram(definition(), program);
  await service.start();
  await service.client.plans.wait({}, { within: LONG, minDelay: POLL_INTERVAL });
  await service.client.topics.create({ topic, partitions: 6, replication: 3 });

  async function isWell(): Promise<boolean> {
    try {
      const plans = await Promise.all(["deploy", "recovery"].map((plan) => service.client.plans.show({ plan })));
      if (plans.some(({ status }) => status !== "COMPLETE")) return false;
      const nodes = await service.client.nodes.list();
      if (nodes.some(({ state, reason }) => state !== "running" || reason)) return false;
      return (await service.client.topics.underReplicated()).message === "";
    } catch {
      return false;
    }
  }

  async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
    for (const late = Date.now() + LONG; !(await isSo()); await sleep(RETRY_INTERVAL)) {
      if (Date.now() > late) throw new Error(`the cluster has not become healthy: ${JSON.stringify(await service.client.nodes.list())}`);
    }
  }

  const well = () => until(async () => (await isWell()) && (await isWell()));
  const pidOf = (node: string) => service.processes().get(`${node}-node`)?.[0] ?? 0;

  /** A cluster looks healthy until its failure is noticed, so a new process must be seen first. */
  async function recover(before: ReadonlyMap<string, number>): Promise<void> {
    for (const [node, pid] of before) await until(() => ![0, pid].includes(pidOf(node)));
    await well();
  }

  return {
    name: service.name,
    bootstrap: await service.bootstrap(),
    controllers: Array.from({ length: controllers }, (_, index) => `controller-${index}`),
    pidOf: async (node) => pidOf(node),
    async restart(node) {
      const before = new Map([[node, pidOf(node)]]);
      await service.client.nodes.restart({ node });
      await recover(before);
    },
    async replace(node) {
      const before = new Map([[node, pidOf(node)]]);
      await service.client.nodes.replace({ node });
      await recover(before);
    },
    async change() {
      memory = memory === 256 ? 272 : 256;
      await service.deploy(definition());
      await well();
    },
    recover,
    well,
    async killService() {
      await service.kill();
      await sleep(1000);
      await service.start();
      await well();
    },
    secondService: () => service.second(),
    async end() {
      await service.end();
      service[Symbol.dispose]();
    },
  };
}
