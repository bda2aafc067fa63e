import { ReeveError } from "@reeve/contract";
import { type Clock, type LogExcerpt, type LogRequest, logExcerptOf, pause } from "@reeve/orchestrator/runtime";
import { keepProcessAlive } from "../process/platform.ts";
import type { LocalTaskRecord } from "../task/task-record.ts";
import type { TaskOutput } from "./output.ts";

interface ExcerptOptions {
  readonly clock: Clock;
  readonly outputOf: (taskId: string) => TaskOutput;
  /** The tasks of a node, in the order of their launches. */
  readonly tasksOf: (node: string) => readonly LocalTaskRecord[];
  /** Aborted when no more output can follow. */
  readonly ending: AbortSignal;
}

/** A position in the output of a task. */
interface Place {
  readonly taskId: string;
  readonly position: number;
}

const POLL_INTERVAL = 200;

/** Reads the output of a node across all launches that are kept. */
export async function taskLogExcerpt(request: LogRequest, options: ExcerptOptions): Promise<LogExcerpt> {
  const { clock, outputOf } = options;
  if (!request.follow && !request.wait) expectTask(request, options);
  return logExcerptOf<Place>(request, options, {
    read: async (place) => {
      const from = place ? await onward(request, place, options) : await beginOfTail(request, options);
      if (!from) return {};
      const { taskId, position } = from;
      const output = outputOf(taskId);
      const { to } = await output.range();
      return to > position ? { bytes: readFrom(output, position, to), place: { taskId, position: to } } : { place: from };
    },
    pause: (signal) => pauseAwake(clock, signal),
    nameOf: ({ taskId, position }) => `${taskId}:${position}`,
    placeOf: (name) => {
      const [, taskId, position] = /^(.+):(\d{1,15})$/.exec(name) ?? [];
      return taskId === undefined ? undefined : { taskId, position: Number(position) };
    },
  });
}

/** Refuses an unknown task. Before the node's first launch every task is accepted, because a reader may wait for that launch. */
function expectTask({ node, task }: LogRequest, { tasksOf }: ExcerptOptions): void {
  const launched = [...new Set(tasksOf(node).map((record) => record.task))];
  if (task === undefined || launched.length === 0 || launched.includes(task)) return;
  throw new ReeveError("not-found", `${node} has never launched a task ${task}; it has launched ${launched.sort().join(", ")}`);
}

/** The position from which the last lines of the latest task begin. */
async function beginOfTail({ node, task, tail }: LogRequest, { tasksOf, outputOf }: ExcerptOptions): Promise<Place | undefined> {
  const newest = tasksOf(node).findLast(isMeant(task));
  if (!newest) return undefined;
  const { taskId } = newest;
  return { taskId, position: tail === undefined ? 0 : await positionOfTail(outputOf(taskId), tail) };
}

/** Returns the given position, or the beginning of the next launch's output if that of the position was read to its end. */
async function onward({ node, task }: LogRequest, place: Place, { tasksOf, outputOf }: ExcerptOptions): Promise<Place | undefined> {
  const launches = tasksOf(node).filter(isMeant(task));
  const index = launches.findIndex(({ taskId }) => taskId === place.taskId);
  if (index < 0) {
    const newest = launches.at(-1);
    return newest && { taskId: newest.taskId, position: 0 };
  }
  // A node is launched only after its previous task has ended, so the older output is complete.
  const next = launches[index + 1];
  if (!next || (await outputOf(place.taskId).range()).to > place.position) return place;
  return { taskId: next.taskId, position: 0 };
}

function isMeant(task: string | undefined): (record: LocalTaskRecord) => boolean {
  return (record) => task === undefined || record.task === task;
}

/** Waits for output, and meanwhile keeps the process alive, because a timer of the clock does not keep it alive. */
async function pauseAwake(clock: Clock, signal: AbortSignal): Promise<void> {
  const sleep = keepProcessAlive();
  await pause(clock, POLL_INTERVAL, signal);
  sleep();
}

const BLOCK = 65_536;

/** The position at which the last lines begin. The last line may be incomplete. */
export async function positionOfTail(output: TaskOutput, lines: number): Promise<number> {
  const { from, to } = await output.range();
  let left = lines;
  for (let end = to; end > from; ) {
    const begin = Math.max(from, end - BLOCK);
    const block = await readRange(output, begin, end);
    for (let at = block.length - 1; at >= 0; at--) {
      const position = begin + at;
      if (block[at] !== NEW_LINE || position === to - 1) continue;
      if (--left <= 0) return lines === 0 ? to : position + 1;
    }
    end = begin;
  }
  return lines === 0 ? to : from;
}

const NEW_LINE = 10;

/** Yields the output from one position to another or to the end, and returns the position where it ended. */
async function* readFrom(output: TaskOutput, position: number, to: number = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer, number> {
  for (let at = position; ; ) {
    const { from, bytes } = await output.read(at, Math.max(0, Math.min(BLOCK, to - at)));
    const wanted = bytes.subarray(0, Math.max(0, to - from));
    at = from + wanted.length;
    if (wanted.length === 0) return at;
    yield wanted;
  }
}

/** The output between two positions, in one piece. */
export async function readRange(output: TaskOutput, from: number, to: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of readFrom(output, from, to)) blocks.push(block);
  return Buffer.concat(blocks);
}
