import type { Usage } from "@reeve/orchestrator/runtime";
import { rateAt, requestsBetween, shareOf, type TrafficLevel } from "../world/traffic.ts";

const MEGABYTE = 1024 * 1024;

/** What a node of a pod type uses: memory in MB without traffic, and seconds of a processor for each request. */
interface Need {
  readonly memory: number;
  readonly perRequest: number;
}

const needs: Readonly<Record<string, Need>> = {
  broker: { memory: 620, perRequest: 0.0006 },
  node: { memory: 780, perRequest: 0.0009 },
  name: { memory: 260, perRequest: 0.0004 },
  data: { memory: 190, perRequest: 0.0005 },
  journal: { memory: 110, perRequest: 0.0002 },
  fc: { memory: 80, perRequest: 0.00001 },
};

const USUAL: Need = { memory: 100, perRequest: 0.0001 };

/** The share of a processor that a process uses without requests. */
const IDLE = 0.004;

/** Milliseconds in which a process fills its memory after its start. */
const WARM_UP = 300_000;

/** What a process would use if it existed. */
interface SimulatedLoad {
  readonly node: string;
  readonly podType: string;
  readonly level: TrafficLevel;
  readonly launched: number;
  readonly now: number;
  /** The memory limit in MB; undefined if it is not known. */
  readonly limit: number | undefined;
  /** The bytes on the node's disk; undefined if the engine does not know them. */
  readonly disk: number | undefined;
  /** Whether the disk is asked for. */
  readonly hasVolumes: boolean;
}

/** The simulated usage of a process: it follows the traffic, and stays below the node's limit. */
export function simulatedUsage({ node, podType, level, launched, now, limit, disk, hasVolumes }: SimulatedLoad): Usage {
  const { memory, perRequest } = needs[podType] ?? USUAL;
  const age = Math.max(0, now - launched);
  const rate = rateAt(level, now);
  const own = 0.85 + 0.3 * shareOf(node);
  const warm = 0.55 + 0.3 * Math.min(1, age / WARM_UP);
  const share = warm + (0.15 * rate) / (rate + 20);
  const base = Math.min(memory, (limit ?? memory) * 0.7);
  return {
    memory: Math.round(base * own * share * MEGABYTE),
    processor: (IDLE * age) / 1000 + requestsBetween(level, launched, now) * perRequest * own,
    disk: hasVolumes ? Math.round(disk ?? filled(requestsBetween(level, launched, now), own)) : 0,
  };
}

/** The bytes that requests have written: up to a bound, because old data is compacted. */
function filled(requests: number, own: number): number {
  return Math.min(8 + (requests * BYTES) / MEGABYTE, MAX_MEGABYTES) * own * MEGABYTE;
}

const BYTES = 512;
const MAX_MEGABYTES = 256;
