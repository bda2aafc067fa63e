import { reasonOf } from "../messages.ts";
import type { Removal } from "../orchestrator.ts";
import { pause } from "../platform.ts";
import type { Agents } from "../runtime.ts";
import { removeSecrets } from "../state/plain-secrets.ts";
import { LIST, ownerOf } from "../state/rows.ts";
import type { Host } from "./host.ts";
import { retireHost } from "./lifecycle.ts";
import { endAll, type Running } from "./stop-tasks.ts";

/** A removal that continues until nothing of the instance is left. */
export interface RunningRemoval extends Removal {
  /** Stops the instance's tasks. Resolves when they have ended, or when they had enough time for it; never rejects. */
  stop(): Promise<void>;
  /** Tries at once. Resolves when the attempt has ended, at the latest after some seconds; never rejects. */
  tryNow(): Promise<void>;
  /** Ends the attempt in progress. The removal continues when the service starts again. */
  close(): Promise<void>;
}

interface RemovalOptions {
  /** The folder of the state. */
  readonly folder: string | undefined;
  /** Called when the reasons have changed. */
  readonly changed: () => void;
  /** Called when nothing of the instance is left, so that its name can be used again. */
  readonly over: () => void;
}

/** Milliseconds for which callers wait for an attempt. It is short, because other deployments and the client of this one wait as well. */
const MAX_WAIT = 10_000;

/** Milliseconds before an attempt is repeated, after the first, the second … failure in a row. */
const RETRY_AFTER = [5000, 10_000, 20_000, 40_000, 60_000];

type Progress = ReturnType<typeof progressOf>;

function progressOf(host: Host, options: RemovalOptions) {
  const closing = new AbortController();
  return {
    ...{ host, options, closing, signal: closing.signal },
    /** The volumes that are deleted. */
    deleted: new Set<string>(),
    /** The tasks that have not ended. */
    running: new Map() as Running,
    agents: undefined as Agents | undefined,
    /** The end of the instance's controllers and tasks, once it was requested. */
    stopping: undefined as Promise<Agents> | undefined,
    unwatch: undefined as (() => void) | undefined,
    attempting: undefined as Promise<void> | undefined,
    cancelRetry: (): void => undefined,
    failures: 0,
    /** Whether the runtime has nothing of the instance any more, so that only its stored state is left. */
    isClean: false,
    /** Why the last attempt has left something, and why the runtime itself cannot remove something, as it reports. */
    reasons: [] as readonly string[],
    runtimeReasons: [] as readonly string[],
  };
}

/**
 * Removes an instance with its tasks, volumes and state. Its record keeps the mark `removing` until everything else is deleted, so whenever
 * the service ends or is killed, the next service continues. Every part of an attempt can be repeated:
 *
 * 1. The controllers end, and all tasks are stopped.
 * 2. The volumes are deleted, then the other objects that the instance has in the runtime.
 * 3. One transaction deletes the stored state with the mark, after which the name is free.
 *
 * If something is left, the attempt is repeated after some seconds, later after a minute.
 */
export function removalOf(host: Host, options: RemovalOptions): RunningRemoval {
  const progress = progressOf(host, options);
  const { closing } = progress;
  const { name, state } = host;
  let closed: Promise<void> | undefined;
  return {
    name,
    kind: state.record.definition.kind,
    get troubles() {
      return [...progress.reasons, ...progress.runtimeReasons];
    },
    stop: async () => {
      await stopped(progress).catch(() => undefined);
    },
    tryNow: async () => {
      const waiting = new AbortController();
      const enough = pause(host.clock, MAX_WAIT, AbortSignal.any([closing.signal, waiting.signal]));
      await Promise.race([begin(progress), enough]);
      waiting.abort();
    },
    close: () => {
      closed ??= end(progress);
      return closed;
    },
  };
}

function begin(progress: Progress): Promise<void> {
  if (progress.signal.aborted) return Promise.resolve();
  progress.cancelRetry();
  progress.attempting ??= attempt(progress).finally(() => {
    progress.attempting = undefined;
  });
  return progress.attempting;
}

async function attempt(progress: Progress): Promise<void> {
  const { host, signal, options } = progress;
  const { name, clock, log } = host;
  let left: readonly string[];
  try {
    left = progress.isClean ? [] : await cleanUpInstance(progress, progress.failures > 0);
    if (signal.aborted) return;
    if (left.length === 0) {
      forget(host, options);
      return;
    }
  } catch (error) {
    left = [reasonOf(error)];
  }
  if (signal.aborted) return;
  if (left.join() !== progress.reasons.join())
    log("warn", "an instance cannot be removed yet; the service tries again", { instance: name, reason: left.join("; ") });
  progress.reasons = left;
  const wait = RETRY_AFTER[Math.min(progress.failures++, RETRY_AFTER.length - 1)] ?? 0;
  progress.cancelRetry = clock.after(wait, () => void begin(progress));
  options.changed();
}

function forget({ name, committer, database, log }: Host, { folder, over }: RemovalOptions): void {
  removeSecrets(folder, name);
  // Rows that are not written yet must not appear later, because a new instance of this name may exist by then.
  committer.now();
  database.forget([ownerOf(name), `engine/${name}`, `runtime/${name}`], [[LIST, name, undefined]]);
  log("info", "removed", { instance: name });
  over();
}

/** Tasks are stopped even now, because they are not wanted any more, and the next service may be started much later. */
async function end(progress: Progress): Promise<void> {
  progress.closing.abort();
  progress.cancelRetry();
  await progress.attempting;
  await progress.stopping?.catch(() => undefined);
  progress.unwatch?.();
  if (!progress.isClean) await progress.agents?.close();
}

/** Timeout in milliseconds for deleting a volume, and for removing the other objects that an instance has in the runtime. */
const MAX_DELAY = 60_000;
const AT_ONCE = 8;

function stopped(progress: Progress): Promise<Agents> {
  progress.stopping ??= retireHost(progress.host, progress.signal).then(
    ({ agents, running }) => {
      progress.running = running;
      progress.agents = agents;
      progress.unwatch = agents.watchTroubles?.((troubles) => {
        progress.runtimeReasons = troubles;
        progress.options.changed();
      });
      return agents;
    },
    (error) => {
      progress.stopping = undefined;
      throw error;
    },
  );
  return progress.stopping;
}

/**
 * Ends the tasks, deletes the volumes, then the other objects that the instance has in the runtime. Returns why something is still there.
 */
async function cleanUpInstance(progress: Progress, isRepeated: boolean): Promise<readonly string[]> {
  const { signal, host } = progress;
  const { name, log } = host;
  let agents: Agents;
  try {
    agents = await stopped(progress);
  } catch (error) {
    return [`its runtime cannot be used: ${reasonOf(error)}`];
  }
  if (signal.aborted) return [];
  if (isRepeated) {
    const { running } = progress;
    const still = await endAll([...running.keys()], 0, host, agents);
    // A runtime does not repeat a reason that has not changed.
    progress.running = new Map([...still].map(([task, reason]) => [task, reason || (running.get(task) ?? "")]));
  }
  const left = [
    ...oneOf([...progress.running].map(([task, reason]) => `the task ${task} has not ended${reason && `: ${reason}`}`)),
    ...oneOf(await deleteVolumes(progress, agents)),
  ];
  if (left.length > 0 || signal.aborted) return left;
  try {
    await withinTime(signal, (limit) => agents.end?.(limit));
  } catch (error) {
    return [`the objects of the service in its runtime cannot be removed: ${reasonOf(error)}`];
  }
  progress.isClean = true;
  progress.unwatch?.();
  progress.runtimeReasons = [];
  await agents.close().catch((error) => log("warn", "a runtime could not be closed", { instance: name, reason: reasonOf(error) }));
  return [];
}

/** Deletes several volumes at a time, because a volume of a cluster takes a second or more. Returns why volumes are still there. */
async function deleteVolumes({ host, signal, deleted }: Progress, agents: Agents): Promise<readonly string[]> {
  const left: string[] = [];
  const waiting = [...host.state.nodes.values()]
    .flatMap(({ record }) => [...Object.values(record.volumes), ...record.left])
    .filter((volume) => !deleted.has(volume))
    .values();
  const work = async () => {
    for (const volume of waiting) {
      if (signal.aborted) return;
      try {
        await withinTime(signal, (limit) => agents.deleteVolume(volume, limit));
        deleted.add(volume);
      } catch (error) {
        left.push(`the volume ${volume} cannot be deleted: ${reasonOf(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return left;
}

/** Ends in time even if the runtime ignores the signal. */
async function withinTime(signal: AbortSignal, work: (limit: AbortSignal) => Promise<void> | undefined): Promise<void> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(MAX_DELAY);
  const limit = AbortSignal.any([signal, late]);
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(late.aborted ? new Error("the runtime does not answer") : limit.reason);
  limit.addEventListener("abort", cancel, { once: true });
  try {
    await Promise.race([work(limit), promise]);
  } finally {
    limit.removeEventListener("abort", cancel);
  }
}

/** One reason is enough: of 3,000 volumes, the same reason would be shown 3,000 times. */
function oneOf([reason, ...others]: readonly string[]): readonly string[] {
  if (reason === undefined) return [];
  return [others.length === 0 ? reason : `${reason} (and ${others.length} more)`];
}
