import { ReeveError } from "@reeve/contract";
import { type Clock, type LaunchRequest, type LogExcerpt, type LogRequest, logExcerptOf, pause } from "@reeve/orchestrator/runtime";

interface Line {
  readonly task: string;
  readonly text: string;
}

/** The lines of a node. `first` is the number of the first line that is kept. */
interface Kept {
  first: number;
  readonly lines: Line[];
}

const MAX_LINES = 1000;

/** Refuses an unknown task. Before the node's first launch every task is accepted, because a reader may wait for that launch. */
function expectTask({ node, task, follow, wait }: LogRequest, lines: readonly Line[]): void {
  const launched = [...new Set(lines.map((line) => line.task))];
  if (follow || wait || task === undefined || launched.length === 0 || launched.includes(task)) return;
  throw new ReeveError("not-found", `${node} has printed nothing of a task ${task}; it has run ${launched.sort().join(", ")}`);
}

const POLL = 500;

/** What simulated processes have printed, kept in memory. `refresh` prints what is new before a node's lines are read. */
export function createOutput(clock: Clock, refresh: (node: string) => void) {
  const nodes = new Map<string, Kept>();
  // Positions of an earlier process are not those of this one.
  const run = crypto.randomUUID().slice(0, 8);
  const keptOf = (node: string): Kept => {
    const known = nodes.get(node) ?? { first: 0, lines: [] };
    nodes.set(node, known);
    return known;
  };
  const endOf = ({ first, lines }: Kept) => first + lines.length;
  const isMeant =
    ({ task }: LogRequest) =>
    (line: Line) =>
      task === undefined || line.task === task;

  function beginning(request: LogRequest): number {
    const kept = keptOf(request.node);
    const { first, lines } = kept;
    if (request.tail === undefined) return first;
    let left = request.tail;
    for (let at = lines.length - 1; at >= 0; at--) {
      if (left === 0) return first + at + 1;
      if (isMeant(request)(lines[at] as Line)) left--;
    }
    return request.tail === 0 ? endOf(kept) : first;
  }

  return {
    /** Prints a line of a node's task. */
    print({ node, task }: Pick<LaunchRequest, "node" | "task">, text: string, at: number = clock.now()): void {
      const kept = keptOf(node);
      kept.lines.push({ task, text: `${new Date(at).toISOString()} ${text}\n` });
      if (kept.lines.length <= MAX_LINES) return;
      kept.lines.shift();
      kept.first++;
    },
    /** Reads a node's output. */
    read: async (request: LogRequest, ending: AbortSignal): Promise<LogExcerpt> => {
      refresh(request.node);
      expectTask(request, keptOf(request.node).lines);
      return logExcerptOf<number>(
        request,
        { clock, ending },
        {
          read: async (place) => {
            refresh(request.node);
            const kept = keptOf(request.node);
            const lines = kept.lines.slice(Math.max(0, (place ?? beginning(request)) - kept.first)).filter(isMeant(request));
            return { place: endOf(kept), ...(lines.length > 0 && { bytes: bytesOf(lines) }) };
          },
          pause: (signal) => pause(clock, POLL, signal),
          nameOf: (place) => `${run}:${place}`,
          placeOf: (name) => {
            const [, of, place] = /^([\da-f]{8}):(\d{1,15})$/.exec(name) ?? [];
            if (of === undefined) return undefined;
            return of === run ? Number(place) : 0;
          },
        },
      );
    },
  };
}

async function* bytesOf(lines: readonly Line[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.map(({ text }) => text).join(""));
}
