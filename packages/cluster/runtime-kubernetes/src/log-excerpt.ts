import { type LogExcerpt, type LogRequest, logExcerptOf, pause } from "@reeve/orchestrator/runtime";
import { errorFor, isRefusal } from "./api/failure.ts";
import type { InstanceContext } from "./instance-context.ts";
import type { PodTaskRecord } from "./tasks/task-records.ts";

const POLL_INTERVAL = 1000;

/** A position in a log: the timestamp that Kubernetes gave the last line. */
interface Place {
  readonly taskId: string;
  readonly time: string;
}

/** Reads the log of a node's last task while the task's pod exists, because Kubernetes deletes logs with the pod. */
export async function podLogExcerpt(request: LogRequest, context: InstanceContext): Promise<LogExcerpt> {
  const { clock, closing: ending } = context;
  const signal = request.signal ? AbortSignal.any([request.signal, ending]) : ending;
  return logExcerptOf<Place>(
    request,
    { clock, ending },
    {
      read: async (after) => {
        const { lines, place } = await linesOf(request, after, signal, context);
        return { place, ...(lines.length > 0 && { bytes: bytesOf(lines) }) };
      },
      pause: (signal) => pause(clock, POLL_INTERVAL, signal),
      nameOf: ({ taskId, time }) => `${taskId}@${time}`,
      placeOf: (name) => {
        const [, taskId, time] = /^(.+)@([\dT:.Z+-]+)$/.exec(name) ?? [];
        return taskId === undefined || time === undefined ? undefined : { taskId, time };
      },
    },
  );
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join("\n")}\n`);
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
