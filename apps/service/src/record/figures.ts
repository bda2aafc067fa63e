import type { Clock, Orchestrator } from "@reeve/orchestrator";
import type { Figures as Shown } from "@reeve/scheduler-models";

/** Figures of the last hour, kept in memory: one value every ten seconds. */
export interface Figures {
  show(): Shown;
  close(): void;
}

interface Taken {
  /** Requests that were answered, for each second. */
  readonly requests: number;
  /** Steps of plans that are under way. */
  readonly steps: number;
  /** Nodes that run. */
  readonly nodes: number;
  /** Bytes of the service's own memory. */
  readonly memory: number;
}

const INTERVAL = 10_000;
const MAX_SAMPLES = 360;

export function createFigures(
  { instances }: Pick<Orchestrator, "instances">,
  clock: Clock,
  counters: { readonly requests: () => number; readonly memory: () => number },
): Figures {
  const taken: Taken[] = [];
  let at: string | null = null;
  let before = counters.requests();
  let cancel = clock.after(INTERVAL, take);

  function take(): void {
    const answered = counters.requests();
    const requests = ((answered - before) * 1000) / INTERVAL;
    before = answered;
    taken.push({ requests, ...stateOf(instances()), memory: counters.memory() });
    if (taken.length > MAX_SAMPLES) taken.shift();
    at = new Date(clock.now()).toISOString();
    cancel = clock.after(INTERVAL, take);
  }

  const values = (name: keyof Taken) => taken.map((each) => each[name]);
  return {
    show: () => ({
      interval: INTERVAL,
      at,
      values: {
        requests: values("requests"),
        steps: values("steps"),
        nodes: values("nodes"),
        memory: values("memory"),
      },
    }),
    close: () => cancel(),
  };
}

/** Plans that are complete have no step under way, so only the others are gone through. */
function stateOf(instances: ReturnType<Orchestrator["instances"]>): Pick<Taken, "steps" | "nodes"> {
  let steps = 0;
  let nodes = 0;
  for (const { plans, allNodes } of instances) {
    nodes += allNodes.ids().filter((id) => allNodes.get(id)?.state === "running").length;
    for (const name of plans.names()) {
      const plan = plans.get(name);
      if (!plan || plan.status === "COMPLETE") continue;
      for (const phase of plan.phases) steps += phase.steps.filter(({ status }) => UNDER_WAY.has(status)).length;
    }
  }
  return { steps, nodes };
}

const UNDER_WAY: ReadonlySet<string> = new Set(["IN_PROGRESS", "STARTING", "STARTED", "PREPARED"]);
