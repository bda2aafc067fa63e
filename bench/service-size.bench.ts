// Measures how the cost of plans, rollouts and instances grows with the cluster. Runs in this process, with the service's own fetch.
import { type DefinitionInput, type Reeve, startReeve } from "@reeve/service";
import { isTried, type Measure, type Sampled } from "./measure.ts";

const INSTANCES = 200;

export const measures: readonly Measure[] = [
  {
    name: `deploying ${INSTANCES} instances in one process`,
    against: `${INSTANCES} times one instance`,
    goal: 1,
    rounds: 3,
    sample: async () => ({ subject: await deploying(INSTANCES), floor: INSTANCES * (await deploying(1)) }),
  },
  await planRead(1_000),
  await planRead(10_000),
  await planRead(100_000),
  // To see that it works, a shorter rollout is enough.
  isTried ? longRollout(200, 2_000) : longRollout(1_000, 10_000),
];

async function deploying(instances: number): Promise<number> {
  const begun = performance.now();
  const named = Array.from({ length: instances }, (_, index) => [`kafka-${index}`, { kind: "broker", pace: 0 }] as const);
  await using reeve = await started(Object.fromEntries(named));
  for (const [name] of named) await settled(reeve, name);
  return (performance.now() - begun) * 1000;
}

/** Measures reads of a plan with many steps. The plan was interrupted just after its start, so that few of these steps have run. */
async function planRead(steps: number): Promise<Measure> {
  const phases = Array.from({ length: steps / 100 }, (_, index) => ({
    name: `round-${index}`,
    steps: ["restart broker-*"],
  }));
  const reeve = await started({
    kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: 100 }, plans: { large: { phases } } },
  });
  await settled(reeve, "kafka");
  const path = "/service/kafka/v1/plans/large";
  await ask(reeve, "POST", `${path}/start`);
  await ask(reeve, "POST", `${path}/interrupt`);
  const plan = (await (await ask(reeve, "GET", path)).json()) as ShownPlan;
  const count = plan.phases.flatMap((phase) => phase.steps).length;
  if (count !== steps) throw new Error(`the plan has ${count} steps instead of ${steps}`);
  return {
    name: `reading a plan of ${steps} steps over HTTP`,
    against: "JSON.stringify of it",
    // The round trip of a request alone takes longer than 1000 steps.
    ...(steps > 1000 && { goal: 1 }),
    size: { of: "reading a plan, by step", count },
    subject: () => ask(reeve, "GET", path),
    floor: () => JSON.stringify(plan),
  };
}

/** Compares the cost of the last steps of a long rollout with that of its first steps. */
function longRollout(brokers: number, partitions: number): Sampled {
  return {
    name: `the last hundred steps of a rollout over ${brokers} brokers with ${partitions} partitions`,
    against: "the first hundred steps",
    goal: 1.25,
    isFelt: true,
    rounds: 1,
    sample: async () => {
      const steps = await rolling(brokers, partitions);
      return { subject: took(steps.slice(-100)), floor: took(steps.slice(0, 100)) };
    },
  };
}

async function rolling(brokers: number, partitions: number): Promise<readonly ShownStep[]> {
  const cluster = (memory: number): Services => ({
    kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: brokers, BROKER_MEM: memory } },
  });
  await using reeve = await started(cluster(2048));
  await settled(reeve, "kafka");
  for (let topic = 0; topic < partitions / 1000; topic++)
    await ask(reeve, "POST", `/service/kafka/v1/topics/t${topic}?partitions=1000&replication=3`);
  await reeve.deploy({ services: cluster(4096) });
  const { phases } = await settled(reeve, "kafka");
  return phases.flatMap((phase) => phase.steps).filter(({ name }) => name !== "Reconciliation");
}

function took(steps: readonly ShownStep[]): number {
  return (Date.parse(steps.at(-1)?.completed_at ?? "") - Date.parse(steps[0]?.started_at ?? "")) * 1000;
}

interface ShownPlan {
  readonly phases: readonly { readonly steps: readonly ShownStep[] }[];
}

interface ShownStep {
  readonly name: string;
  readonly started_at?: string;
  readonly completed_at?: string;
}

type Services = NonNullable<DefinitionInput["services"]>;

function started(services: Services): Promise<Reeve> {
  return startReeve({ services }, { listen: false });
}

async function ask(reeve: Reeve, method: string, path: string): Promise<Response> {
  const answer = await reeve.fetch(reeve.url + path, { method, headers: { authorization: `token=${reeve.token}` } });
  if (answer.status >= 400) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
}

async function settled(reeve: Reeve, service: string): Promise<ShownPlan> {
  for (;;) {
    const answer = await ask(reeve, "GET", `/service/${service}/v1/plans/deploy`);
    if (answer.status === 200) return (await answer.json()) as ShownPlan;
    await new Promise((done) => setTimeout(done, 5));
  }
}
