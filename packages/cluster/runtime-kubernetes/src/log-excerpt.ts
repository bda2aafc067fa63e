import { ReeveError } from "@reeve/contract";
import { type LogExcerpt, type LogRequest, pause } from "@reeve/orchestrator/runtime";
import { errorFor, isRefusal } from "./api/refusal.ts";
import type { InstanceContext } from "./instance-context.ts";
import type { PodTaskRecord } from "./tasks/task-records.ts";

/** Milliseconds between two requests for new lines. */
const POLL_INTERVAL = 1000;

/** A position in a log: the timestamp that Kubernetes gave the last line. */
interface Place {
  readonly taskId: string;
  readonly time: string;
}

/** Reads the log of a node's last task while the task's pod exists, because Kubernetes deletes logs with the pod. */
export async function podLogExcerpt(request: LogRequest, context: InstanceContext): Promise<LogExcerpt> {
  const { clock, closing } = context;
  const signal = request.signal ? AbortSignal.any([request.signal, closing]) : closing;
  const after = request.after === undefined ? undefined : placeOf(request.after);
  if (request.follow) return { bytes: followed(request, after, signal, context) };
  for (const until = clock.now() + (request.wait ?? 0) * 1000; ; await pause(clock, POLL_INTERVAL, signal)) {
    const { lines, place } = await linesOf(request, after, signal, context);
    if (lines.length === 0 && clock.now() < until && !signal.aborted) continue;
    const next = place && `${place.taskId}@${place.time}`;
    return { bytes: bytesOf(lines), ...(next !== undefined && { next }) };
  }
}

async function* followed(
  request: LogRequest,
  after: Place | undefined,
  signal: AbortSignal,
  context: InstanceContext,
): AsyncGenerator<Uint8Array> {
  for (let from = after; !signal.aborted; await pause(context.clock, POLL_INTERVAL, signal)) {
    const { lines, place } = await linesOf(request, from, signal, context);
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
  { client, names, records }: InstanceContext,
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
