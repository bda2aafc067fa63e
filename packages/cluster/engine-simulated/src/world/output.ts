import { ReeveError } from "@reeve/contract";
import { type Clock, type LogExcerpt, type LogRequest, pause } from "@reeve/orchestrator/runtime";

interface Printing {
  readonly node: string;
  readonly task: string;
}

interface Line {
  readonly task: string;
  readonly text: string;
}

/** The lines of a node. `first` is the number of the first line that is kept. */
interface Kept {
  first: number;
  readonly lines: Line[];
}

/** The number of lines that are kept of each node. */
const MAX_LINES = 1000;

/** Refuses an unknown task. Before the node's first launch every task is accepted, because a reader may wait for that launch. */
function expectTask({ node, task, follow, wait }: LogRequest, lines: readonly Line[]): void {
  const launched = [...new Set(lines.map((line) => line.task))];
  if (follow || wait || task === undefined || launched.length === 0 || launched.includes(task)) return;
  throw new ReeveError("not-found", `${node} has printed nothing of a task ${task}; it has run ${launched.sort().join(", ")}`);
}

/** Milliseconds between two looks for new lines while output is followed. */
const POLL = 500;

/**
 * What the simulated processes of an instance have printed. It is kept in memory only, and ends with the process that simulates them.
 * `refresh` is called before a node's lines are read, and prints what it has done since.
 */
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
  const since = (kept: Kept, place: number, request: LogRequest) =>
    kept.lines.slice(Math.max(0, place - kept.first)).filter(isMeant(request));

  function beginning(request: LogRequest): number {
    refresh(request.node);
    const kept = keptOf(request.node);
    const { first, lines } = kept;
    expectTask(request, lines);
    if (request.after !== undefined) return placeOf(request.after);
    if (request.tail === undefined) return first;
    let left = request.tail;
    for (let at = lines.length - 1; at >= 0; at--) {
      if (left === 0) return first + at + 1;
      if (isMeant(request)(lines[at] as Line)) left--;
    }
    return request.tail === 0 ? endOf(kept) : first;
  }

  function placeOf(name: string): number {
    const [, of, place] = /^([\da-f]{8}):(\d{1,15})$/.exec(name) ?? [];
    if (of === undefined) {
      const shown = JSON.stringify(name.slice(0, 100));
      throw new ReeveError("bad-input", `${shown} is not a position in a log: send the position from an earlier answer`);
    }
    return of === run ? Number(place) : 0;
  }

  async function* follow(request: LogRequest, begin: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let place = begin; !signal.aborted; await pause(clock, POLL, signal)) {
      refresh(request.node);
      const kept = keptOf(request.node);
      const lines = since(kept, place, request);
      place = endOf(kept);
      if (lines.length > 0) yield bytesOf(lines);
    }
  }

  return {
    /** Prints a line of a node's task. */
    print({ node, task }: Printing, text: string, at: number = clock.now()): void {
      const kept = keptOf(node);
      kept.lines.push({ task, text: `${new Date(at).toISOString()} ${text}\n` });
      if (kept.lines.length <= MAX_LINES) return;
      kept.lines.shift();
      kept.first++;
    },
    /** Reads a node's output. */
    async read(request: LogRequest, ending: AbortSignal): Promise<LogExcerpt> {
      const signal = request.signal ? AbortSignal.any([request.signal, ending]) : ending;
      const place = beginning(request);
      const kept = keptOf(request.node);
      if (request.follow) return { bytes: follow(request, place, signal) };
      const until = clock.now() + (request.wait ?? 0) * 1000;
      while (since(kept, place, request).length === 0 && clock.now() < until && !signal.aborted) {
        await pause(clock, POLL, signal);
        refresh(request.node);
      }
      const lines = since(kept, place, request);
      return { bytes: once(lines), next: `${run}:${endOf(kept)}` };
    },
  };
}

async function* once(lines: readonly Line[]): AsyncGenerator<Uint8Array> {
  if (lines.length > 0) yield bytesOf(lines);
}

function bytesOf(lines: readonly Line[]): Uint8Array {
  return Buffer.from(lines.map(({ text }) => text).join(""));
}
