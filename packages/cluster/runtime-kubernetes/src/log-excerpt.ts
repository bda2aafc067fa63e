import { ReeveError } from "@reeve/contract";
import { type Clock, type LogExcerpt, type LogRequest, pause } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "./api/client.ts";
import { errorFor, isRefusal } from "./api/refusal.ts";
import type { ObjectNames } from "./pods/names.ts";
import type { PodTaskRecord } from "./tasks/task-record.ts";
import type { PodTaskRecords } from "./tasks/task-records.ts";

export interface PodExcerptOptions {
  readonly client: ApiClient;
  readonly names: ObjectNames;
  readonly records: PodTaskRecords;
  readonly clock: Clock;
  /** Aborted when no more output can follow. */
  readonly ending: AbortSignal;
}

/** Milliseconds between two requests for new lines. */
const POLL_INTERVAL = 1000;

/** A position in a log: the timestamp that Kubernetes gave the last line. */
interface Place {
  readonly taskId: string;
  readonly time: string;
}

/** Reads the log of a node's last task while the task's pod exists, because Kubernetes deletes logs with the pod. */
export async function podLogExcerpt(request: LogRequest, options: PodExcerptOptions): Promise<LogExcerpt> {
  const { clock, ending } = options;
  const signal = request.signal ? AbortSignal.any([request.signal, ending]) : ending;
  const after = request.after === undefined ? undefined : placeOf(request.after);
  if (request.follow) return { bytes: followed(request, after, signal, options) };
  for (const until = clock.now() + (request.wait ?? 0) * 1000; ; await pause(clock, POLL_INTERVAL, signal)) {
    const { lines, place } = await linesOf(request, after, signal, options);
    if (lines.length === 0 && clock.now() < until && !signal.aborted) continue;
    const next = place && `${place.taskId}@${place.time}`;
    return { bytes: bytesOf(lines), ...(next !== undefined && { next }) };
  }
}

async function* followed(
  request: LogRequest,
  after: Place | undefined,
  signal: AbortSignal,
  options: PodExcerptOptions,
): AsyncGenerator<Uint8Array> {
  for (let from = after; !signal.aborted; await pause(options.clock, POLL_INTERVAL, signal)) {
    const { lines, place } = await linesOf(request, from, signal, options);
    yield* bytesOf(lines);
    from = place ?? from;
  }
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  if (lines.length > 0) yield Buffer.from(`${lines.join("\n")}\n`);
}

async function linesOf(
  { node, task, tail }: LogRequest,
  after: Place | undefined,
  signal: AbortSignal,
  { client, names, records }: PodExcerptOptions,
): Promise<{ readonly lines: readonly string[]; readonly place: Place | undefined }> {
  const isMeant = (record: PodTaskRecord) => record.node === node && !record.sidecar && (task === undefined || record.task === task);
  const newest = records.all().filter(isMeant).at(-1);
  if (!newest) return { lines: [], place: undefined };
  const isSame = after?.taskId === newest.taskId;
  const since = isSame ? { since: after.time } : after === undefined && tail !== undefined ? { tail } : {};
  let printed: string;
  try {
    printed = await client.log(names.pod(newest.taskId), { signal, ...since });
  } catch (error) {
    // The pod's container has not started, or the pod no longer exists.
    if (isRefusal(error, 400) || isRefusal(error, 404)) return { lines: [], place: after };
    throw signal.aborted ? error : errorFor(error, client.server);
  }
  const stamped = printed
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ time: line.slice(0, line.indexOf(" ")), text: line.slice(line.indexOf(" ") + 1) }));
  // The API server filters by whole seconds, so this drops lines of the same second that were already read.
  const fresh = isSame ? stamped.filter(({ time }) => time > after.time) : stamped;
  const time = fresh.at(-1)?.time ?? (isSame ? after.time : undefined);
  const place = time === undefined ? after : { taskId: newest.taskId, time };
  return { lines: fresh.map(({ text }) => text), place };
}

function placeOf(name: string): Place {
  const [, taskId, time] = /^(.+)@([\dT:.Z+-]+)$/.exec(name) ?? [];
  if (taskId !== undefined && time !== undefined) return { taskId, time };
  throw new ReeveError(
    "bad-input",
    `${JSON.stringify(name.slice(0, 100))} is not a position in a log: send the position from an earlier answer`,
  );
}
