import { performance } from "node:perf_hooks";
import type { Orchestrator } from "@reeve/orchestrator";

/** Counts what the service does. */
export type Metrics = ReturnType<typeof createMetrics>;

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

interface Counted {
  readonly statuses: Map<number, number>;
  readonly buckets: number[];
  sum: number;
  count: number;
}

export function createMetrics(orchestrator: Pick<Orchestrator, "instances">, connections: () => number) {
  const operations = new Map<string, Counted>();
  const services = new Map<string, number>();
  let total = 0;
  return {
    /** The number of answered requests; with `service`, only of the requests that concerned this instance. */
    requests: (service?: string): number => (service === undefined ? total : (services.get(service) ?? 0)),
    /** Counts an answered request. `service` is the instance that the request concerned. */
    request: (operation: string, status: number, milliseconds: number, service?: string): void => {
      total++;
      if (service !== undefined) services.set(service, (services.get(service) ?? 0) + 1);
      const counted: Counted = operations.get(operation) ?? { statuses: new Map(), buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      operations.set(operation, counted);
      counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
      const seconds = milliseconds / 1000;
      const bucket = BUCKETS.findIndex((end) => seconds <= end);
      if (bucket >= 0) counted.buckets[bucket] = (counted.buckets[bucket] ?? 0) + 1;
      counted.sum += seconds;
      counted.count++;
    },
    /** All metrics in Prometheus's format. */
    page: (): string =>
      [
        family(
          "reeve_requests_total",
          "counter",
          "Requests answered, by operation and status.",
          [...operations].flatMap(([operation, { statuses }]) =>
            [...statuses].map(([status, count]): Sample => [{ operation, status }, count]),
          ),
        ),
        family("reeve_request_seconds", "histogram", "Latency of answers.", [...operations].flatMap(histogram)),
        family("reeve_connections", "gauge", "Connections that are open.", [[{}, connections()]]),
        ...orchestrated(orchestrator),
        ...ofProcess(),
      ].join(""),
  };
}

function histogram([operation, { buckets, sum, count }]: [string, Counted]): readonly Sample[] {
  let below = 0;
  return [
    ...BUCKETS.map((le, index): Sample => {
      below += buckets[index] ?? 0;
      return [{ operation, le }, below, "_bucket"];
    }),
    [{ operation, le: "+Inf" }, count, "_bucket"],
    [{ operation }, sum, "_sum"],
    [{ operation }, count, "_count"],
  ];
}

function orchestrated({ instances }: Pick<Orchestrator, "instances">): readonly string[] {
  const plans: Sample[] = [];
  const nodes: Sample[] = [];
  for (const instance of instances()) {
    const service = instance.name;
    for (const plan of instance.plans.names()) {
      const status = instance.plans.get(plan)?.status;
      if (status !== undefined) plans.push([{ service, plan, status }, 1]);
    }
    const states = Map.groupBy(instance.nodes.ids(), (id) => instance.nodes.get(id)?.state ?? "absent");
    for (const [state, ids] of states) nodes.push([{ service, state }, ids.length]);
  }
  return [
    family("reeve_plan", "gauge", "Each plan, with its status as a label.", plans),
    family("reeve_nodes", "gauge", "Nodes, by state.", nodes),
  ];
}

function ofProcess(): readonly string[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const started = (performance.timeOrigin / 1000).toFixed(3);
  return [
    family("process_cpu_seconds_total", "counter", "Seconds of processor time.", [[{}, (user + system) / 1e6]]),
    family("process_resident_memory_bytes", "gauge", "Memory in use.", [[{}, rss]]),
    family("process_heap_bytes", "gauge", "Memory in use by JavaScript.", [[{}, heapUsed]]),
    family("process_start_time_seconds", "gauge", "Start time of the process.", [[{}, started]]),
  ];
}

/** A value of a metric; the suffix names a part of a histogram. */
type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number | string, suffix?: string];

function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value, suffix = ""]) => {
    const inside = Object.entries(labels).map(([key, text]) => `${key}="${escaped(String(text))}"`);
    return `${name}${suffix}${inside.length === 0 ? "" : `{${inside.join(",")}}`} ${value}\n`;
  });
  return lines.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
