/** What the service bears, in figures: `node bench/service-load.ts`. Throughput and tails beside others, a large cluster, many instances. */
import { startReeve } from "@reeve/service";
import { openLoad } from "./load.ts";
import { startServers } from "./service-process.ts";

const ROUNDS = 15;

await beside();
await largeCluster();
await manyInstances();

/** In rounds, one server after another, so that a slow moment of the machine meets them all. */
async function beside(): Promise<void> {
  using servers = await startServers();
  const names = ["reeve", "bare", "framework"] as const;
  for (const connections of [1, 64, 512]) {
    const open = (name: (typeof names)[number]) => openLoad(servers[name], connections, servers.list, servers.token);
    const loads = await Promise.all(
      names.map(async (name) => ({ name, load: await open(name), times: [] as number[], took: 0 })),
    );
    for (let round = 0; round <= ROUNDS; round++) {
      for (const each of loads) {
        const begun = performance.now();
        const times = await each.load.run(4000);
        // The first round warms up.
        if (round === 0) continue;
        each.took += performance.now() - begun;
        each.times.push(...times);
      }
    }
    for (const { name, load, times, took } of loads) {
      times.sort((a, b) => a - b);
      const perSecond = Math.round(times.length / (took / 1000));
      const at = (quantile: number) => (times[Math.floor((times.length - 1) * quantile)] ?? 0).toFixed(2);
      console.log(
        `${String(connections).padStart(4)} connections  ${name.padEnd(10)} ${String(perSecond).padStart(7)}/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  p99.9 ${at(0.999)} ms`,
      );
      load.close();
    }
  }
}

async function largeCluster(): Promise<void> {
  const cluster = (mem: number) =>
    ({ services: { kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: 1000, BROKER_MEM: mem } } } }) as const;
  let begun = performance.now();
  const took = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  await using reeve = await startReeve(cluster(2048), { listen: false });
  const { ask, settle } = asking(reeve, "kafka");
  await settle();
  console.log(`1,000 brokers deployed in ${took()}`);
  begun = performance.now();
  for (let topic = 0; topic < 10; topic++) await ask("POST", `/topics/t${topic}?partitions=1000&replication=3`);
  console.log(`10 topics of 1,000 partitions created in ${took()}`);
  begun = performance.now();
  await reeve.deploy(cluster(4096));
  const plan = await settle();
  const steps = plan.phases.flatMap((phase) => phase.steps).filter(({ name }) => name !== "Reconciliation");
  const perStep = (from: number, to: number) => {
    const [first, last] = [steps[from]?.started_at, steps[to - 1]?.completed_at];
    return ((Date.parse(last ?? "") - Date.parse(first ?? "")) / (to - from)).toFixed(1);
  };
  console.log(
    `rolled over all of them in ${took()}: ${perStep(0, 100)} ms a step in the first hundred, ${perStep(450, 550)} in the middle, ${perStep(900, 1000)} in the last`,
  );
}

async function manyInstances(): Promise<void> {
  const services = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`kafka-${index}`, { kind: "broker", pace: 0 } as const]),
  );
  const begun = performance.now();
  await using reeve = await startReeve({ services }, { listen: false });
  for (const name of Object.keys(services)) await asking(reeve, name).settle();
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(
    `200 instances of 3 brokers deployed in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${megabytes} MB in use`,
  );
}

interface ShownPlan {
  readonly phases: readonly {
    readonly steps: readonly { readonly name: string; readonly started_at?: string; readonly completed_at?: string }[];
  }[];
}

function asking(reeve: Awaited<ReturnType<typeof startReeve>>, service: string) {
  const headers = { authorization: `token=${reeve.token}` };
  const ask = async (method: string, rest: string) => {
    const answer = await reeve.fetch(`${reeve.url}/service/${service}/v1${rest}`, { method, headers });
    if (answer.status >= 400) throw new Error(`${rest}: ${await answer.text()}`);
    return answer;
  };
  const settle = async (): Promise<ShownPlan> => {
    for (;;) {
      const answer = await ask("GET", "/plans/deploy");
      if (answer.status === 200) return (await answer.json()) as ShownPlan;
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  return { ask, settle };
}
