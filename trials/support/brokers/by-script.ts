import { setTimeout as sleep } from "node:timers/promises";
import { createTopic } from "@reeve/tests/kafka/load";
import { startScript } from "../../../bench/kafka-process.ts";
import type { BrokerCluster } from "./cluster.ts";

/** Milliseconds after which an operator notices a failure. */
const FOUND = 60_000;

/** Runs the same processes without the service: a bare script starts them, and this code acts as a careful operator. */
export async function byScript(controllers: 1 | 3, topic: string): Promise<BrokerCluster> {
  const script = await startScript(controllers);
  const first = await script.nodes();
  const bootstrap = first.filter(({ id }) => id.startsWith("broker")).map(({ port }) => `127.0.0.1:${port}`);
  await createTopic(bootstrap, topic, 2);

  async function well(): Promise<void> {
    for (const { id } of first) await script.ask(`ready ${id}`);
  }

  async function around(node: string, ...between: readonly string[]): Promise<void> {
    for (const step of ["free", "stop", ...between, "start"]) await script.ask(`${step} ${node}`);
    await well();
  }

  return {
    bootstrap,
    controllers: Array.from({ length: controllers }, (_, index) => `controller-${index}`),
    pidOf: async (node) => (await script.nodes()).find(({ id }) => id === node)?.pid ?? 0,
    restart: (node) => around(node),
    replace: (node) => around(node, "wipe"),
    async change() {
      await script.ask("roll");
      await well();
    },
    async recover(before) {
      await sleep(FOUND);
      for (const [node, pid] of before) {
        if (!(await script.nodes()).some((each) => each.pid === pid)) continue;
        await script.ask(`kill ${node}`);
        await script.ask(`start ${node}`);
      }
      await well();
    },
    well,
    end: () => script.end(),
  };
}
