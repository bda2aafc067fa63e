import { requestsBetween, shareOf, type TrafficLevel } from "./traffic.ts";

/** What a node prints again and again while clients use it: after how many requests, and with which words. */
interface Chore {
  readonly requests: number;
  readonly line: (count: number) => string;
}

/** The chores of nodes, by pod type. At steady traffic, one of them comes every few minutes; at busy traffic, every few seconds. */
const chores: Readonly<Record<string, readonly Chore[]>> = {
  broker: [
    { requests: 900, line: (count) => `Rolled a new log segment (number ${count % 1000})` },
    { requests: 2100, line: (count) => `Deleted the producer snapshots of ${1 + (count % 4)} old segments` },
  ],
  node: [
    { requests: 1200, line: (count) => `Flushed a memtable of ${4 + (count % 9)} MiB to disk` },
    { requests: 3000, line: (count) => `Compacted ${2 + (count % 3)} SSTables into one: ${12 + (count % 20)} MiB` },
  ],
  journal: [{ requests: 1500, line: (count) => `Finalized the edits segment ${count % 1000}` }],
  name: [
    { requests: 1500, line: (count) => `Rolled the edit log (segment ${count % 1000})` },
    { requests: 3600, line: (count) => `Saved a checkpoint of the namespace (number ${count % 1000})` },
  ],
  data: [{ requests: 1100, line: (count) => `Received ${1 + (count % 5)} blocks, and sent a block report` }],
};

/** The largest number of lines that are made at once, after the lines were not read for a long time. */
const MAX_LINES = 100;

export interface RoutineLine {
  readonly at: number;
  readonly text: string;
}

/** The lines that a node has printed between two times, in their order. The same times give the same lines. */
export function routineLines(
  { node, podType }: { readonly node: string; readonly podType: string },
  level: TrafficLevel,
  from: number,
  to: number,
): readonly RoutineLine[] {
  const lines = (chores[podType] ?? []).flatMap(({ requests, line }) => {
    // Requests are counted from a fixed time, so that the lines do not depend on how often they are read.
    const offset = shareOf(node) * requests;
    const total = requestsBetween(level, from, to);
    const before = requestsBetween(level, EPOCH, from) + offset;
    const [first, last] = [Math.floor(before / requests) + 1, Math.floor((before + total) / requests)];
    const begin = Math.max(first, last - MAX_LINES + 1);
    return Array.from({ length: Math.max(0, last - begin + 1) }, (_, index) => {
      const count = begin + index;
      const at = from + ((count * requests - before) / total) * (to - from);
      return { at, text: line(count) };
    });
  });
  return lines.sort((one, other) => one.at - other.at).slice(-MAX_LINES);
}

const EPOCH = Date.UTC(2026, 0, 1);
