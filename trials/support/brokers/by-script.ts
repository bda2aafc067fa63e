import { setTimeout as sleep } from "node:timers/promises";
import { startScript } from "../../../bench/kafka-process.ts";
import { createTopic } from "../../../tests/src/kafka/load.ts";
import type { BrokerCluster } from "./cluster.ts";

/** The same processes without the service: a bare script starts them, and does to them what a careful operator would. */
export async function byScript(controllers: 1 | 3, topic: string): Promise<BrokerCluster> {
  const script = await startScript(controllers);
  const portsOf = async () =>
    (await script.nodes()).filter(({ id }) => id.startsWith("broker")).map(({ port }) => `127.0.0.1:${port}`);
  const bootstrap = await portsOf();
  await createTopic(bootstrap, topic, 2);

  async function bringBack(node: string): Promise<void> {
    await script.ask(`start ${node}`);
    await script.ask(`ready ${node}`);
  }

  return {
    bootstrap,
    controllers: Array.from({ length: controllers }, (_, index) => `controller-${index}`),
    pidOf: async (node) => (await script.nodes()).find(({ id }) => id === node)?.pid ?? 0,
    async restart(node) {
      await script.ask(`stop ${node}`);
      await bringBack(node);
    },
    async replace(node) {
      await script.ask(`stop ${node}`);
      await script.ask(`wipe ${node}`);
      await bringBack(node);
    },
    change: () => script.roll(),
    async recover(node) {
      // Without a service it is an operator who finds it, a minute later.
      await sleep(60_000);
      process.kill((await script.nodes()).find(({ id }) => id === node)?.pid ?? 0, "SIGKILL");
      await script.ask(`stop ${node}`);
      await bringBack(node);
    },
    end: () => script.end(),
  };
}
