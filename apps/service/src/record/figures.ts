import type { Clock, Instance, Orchestrator } from "@reeve/orchestrator";
import type { FiguresOverTime, Figures as Shown } from "@reeve/scheduler-models";
import type { Metrics } from "./metrics.ts";

/** Measurements of the last hour, kept in memory: one value every ten seconds. */
export type RecordedFigures = ReturnType<typeof createFigures>;

/** Also counts the memory of the service itself, in bytes. */
type Counters = Pick<Metrics, "requests"> & { readonly memory: () => number };

interface Taken {
  /** The total number of requests answered so far. */
  readonly requests: number;
  readonly steps: number;
  readonly nodes: number;
  /** The memory in bytes; undefined if it cannot be measured. */
  readonly memory: number | undefined;
}

const INTERVAL = 10_000;
const MAX_SAMPLES = 360;

export function createFigures({ instances }: Pick<Orchestrator, "instances">, clock: Clock, counters: Counters) {
  const whole = createSeries(counters.requests());
  const services = new Map<string, { readonly series: Series; memory: number | undefined; isMeasuring: boolean }>();
  let at: string | null = null;
  let since = clock.now();
  let cancel = clock.after(INTERVAL, take);

  function take(): void {
    const running = instances();
    let steps = 0;
    let nodes = 0;
    for (const name of services.keys()) if (!running.some((each) => each.name === name)) services.delete(name);
    for (const instance of running) {
      const { name } = instance;
      const requests = counters.requests(name);
      const known = services.get(name) ?? { series: createSeries(requests), memory: undefined, isMeasuring: false };
      services.set(name, known);
      const state = stateOf(instance, since);
      known.series.add({ ...state, requests, memory: known.memory });
      steps += state.steps;
      nodes += state.nodes;
      // The memory of processes is measured in the background, once at a time. The result is part of the next entry of the series.
      if (known.isMeasuring) continue;
      known.isMeasuring = true;
      void memoryOf(instance).then((memory) => {
        known.isMeasuring = false;
        known.memory = memory ?? (known.memory === undefined ? undefined : 0);
      });
    }
    whole.add({ requests: counters.requests(), steps, nodes, memory: counters.memory() });
    since = clock.now();
    at = new Date(since).toISOString();
    cancel = clock.after(INTERVAL, take);
  }

  return {
    show: (): Shown => ({
      interval: INTERVAL,
      at,
      values: whole.values,
      services: Object.fromEntries([...services].map(([name, { series }]) => [name, series.values])),
    }),
    close: () => cancel(),
  };
}

type Series = ReturnType<typeof createSeries>;

function createSeries(requestsSoFar: number) {
  const values = { requests: [] as number[], steps: [] as number[], nodes: [] as number[], memory: [] as number[] };
  let before = requestsSoFar;
  const add = (name: keyof typeof values, value: number) => {
    values[name].push(value);
    if (values[name].length > MAX_SAMPLES) values[name].shift();
  };
  return {
    values: values as FiguresOverTime,
    add: ({ requests, steps, nodes, memory }: Taken) => {
      add("requests", ((requests - before) * 1000) / INTERVAL);
      before = requests;
      add("steps", steps);
      add("nodes", nodes);
      if (memory !== undefined) add("memory", memory);
    },
  };
}

/** Counts the running nodes, and the steps that were in progress at any time since the last measurement, however short. */
function stateOf({ plans, allNodes }: Instance, since: number): Pick<Taken, "steps" | "nodes"> {
  let steps = 0;
  for (const name of plans.names()) {
    const plan = plans.get(name);
    // The steps of a plan that was complete before the last measurement need not be counted.
    if (!plan || (plan.status === "COMPLETE" && !endedAfter(plan, since))) continue;
    for (const phase of plan.phases) steps += phase.steps.filter((step) => UNDER_WAY.has(step.status) || endedAfter(step, since)).length;
  }
  return { steps, nodes: allNodes.ids().filter((id) => allNodes.get(id)?.state === "running").length };
}

interface Span {
  readonly started_at?: string | null | undefined;
  readonly completed_at?: string | null | undefined;
}

function endedAfter({ started_at: began, completed_at: ended }: Span, since: number): boolean {
  return typeof began === "string" && typeof ended === "string" && Date.parse(ended) > since;
}

const UNDER_WAY: ReadonlySet<string> = new Set(["IN_PROGRESS", "STARTING", "STARTED", "PREPARED"]);

/** The memory in bytes that the nodes of an instance use; undefined if it can be measured for none of them. */
async function memoryOf({ allNodes }: Instance): Promise<number | undefined> {
  const used = await allNodes.usage({ disk: false, often: true }).catch(() => undefined);
  if (!used || used.size === 0) return undefined;
  return [...used.values()].reduce((sum, { memory }) => sum + memory, 0);
}
