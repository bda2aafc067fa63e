import { performance } from "node:perf_hooks";
import type { Orchestrator } from "@reeve/orchestrator";

/** Counts what the service does. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

interface Counted {
  readonly statuses: Map<number, number>;
  readonly buckets: number[];
  sum: number;
  count: number;
}

function nothingCounted(): Counted {
  return { statuses: new Map(), buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
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
      let counted = operations.get(operation);
      if (!counted) {
        counted = nothingCounted();
        operations.set(operation, counted);
      }
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
        family("reeve_requests_total", "counter", "Requests answered, by operation and status.", [
          ...[...operations].flatMap(([operation, { statuses }]) =>
            [...statuses].map(([status, count]) => sample("reeve_requests_total", { operation, status }, count)),
          ),
        ]),
        family("reeve_request_seconds", "histogram", "Latency of answers.", [...operations].flatMap(histogram)),
        family("reeve_connections", "gauge", "Connections that are open.", [sample("reeve_connections", {}, connections())]),
        ...orchestrated(orchestrator),
        ...ofProcess(),
      ].join(""),
  };
}

function histogram([operation, { buckets, sum, count }]: [string, Counted]): readonly string[] {
  let below = 0;
  const name = "reeve_request_seconds";
  return [
    ...BUCKETS.map((le, index) => {
      below += buckets[index] ?? 0;
      return sample(`${name}_bucket`, { operation, le }, below);
    }),
    sample(`${name}_bucket`, { operation, le: "+Inf" }, count),
    sample(`${name}_sum`, { operation }, sum),
    sample(`${name}_count`, { operation }, count),
  ];
}

function orchestrated({ instances }: Pick<Orchestrator, "instances">): readonly string[] {
  const plans: string[] = [];
  const nodes: string[] = [];
  for (const instance of instances()) {
    const service = instance.name;
    for (const plan of instance.plans.names()) {
      const status = instance.plans.get(plan)?.status;
      if (status !== undefined) plans.push(sample("reeve_plan", { service, plan, status }, 1));
    }
    const states = Map.groupBy(instance.nodes.ids(), (id) => instance.nodes.get(id)?.state ?? "absent");
    for (const [state, ids] of states) nodes.push(sample("reeve_nodes", { service, state }, ids.length));
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
    family("process_cpu_seconds_total", "counter", "Seconds of processor time.", [
      sample("process_cpu_seconds_total", {}, (user + system) / 1e6),
    ]),
    family("process_resident_memory_bytes", "gauge", "Memory in use.", [sample("process_resident_memory_bytes", {}, rss)]),
    family("process_heap_bytes", "gauge", "Memory in use by JavaScript.", [sample("process_heap_bytes", {}, heapUsed)]),
    family("process_start_time_seconds", "gauge", "Start time of the process.", [`process_start_time_seconds ${started}\n`]),
  ];
}

function family(name: string, type: string, help: string, samples: readonly string[]): string {
  return samples.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join("")}`;
}

function sample(name: string, labels: Readonly<Record<string, string | number>>, value: number): string {
  const inside = Object.entries(labels).map(([key, text]) => `${key}="${escaped(String(text))}"`);
  return `${name}${inside.length === 0 ? "" : `{${inside.join(",")}}`} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
