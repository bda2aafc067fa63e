import { type Clock, pause } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Removal } from "../orchestrator.ts";
import { reasonOf } from "../reason.ts";
import type { Agents } from "../runtime.ts";
import type { Committer } from "../state/committer.ts";
import type { Database } from "../state/database.ts";
import { LIST, ownerOf } from "../state/rows.ts";
import type { Host } from "./host.ts";
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

export interface RemovalOptions {
  readonly database: Database;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the reasons have changed. */
  readonly changed: () => void;
  /** Called when nothing of the instance is left, so that its name can be used again. */
  readonly over: () => void;
}

/** Timeout in milliseconds for deleting a volume, and for removing the other objects that an instance has in the runtime. */
const MAX_DELAY = 60_000;

/** Milliseconds for which callers wait for an attempt. It is short, because other deployments and the client of this one wait as well. */
const MAX_WAIT = 10_000;

/** Milliseconds before an attempt is repeated, after the first, the second … failure in a row. */
const RETRY_AFTER = [5000, 10_000, 20_000, 40_000, 60_000];

/** The number of volumes that are deleted at the same time. */
const AT_ONCE = 8;

/**
 * Removes an instance with its tasks, volumes and state. Its record keeps the mark `removing` until everything else is deleted, so whenever
 * the service ends or is killed, the next service continues. Every part of an attempt can be repeated.
 */
export function removalOf(host: Host, options: RemovalOptions): RunningRemoval {
  const { database, committer, clock, log, changed, over } = options;
  const { state } = host.machine;
  const { name, definition } = state.record;
  const closing = new AbortController();
  const { signal } = closing;
  const deleted = new Set<string>();
  let running: Running = new Map();
  let agents: Agents | undefined;
  let stopping: Promise<Agents> | undefined;
  let unwatch: (() => void) | undefined;
  let attempting: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  let cancelRetry = () => {};
  let failures = 0;
  /** Whether the runtime has nothing of the instance any more, so that only its stored state is left. */
  let isClean = false;
  let reasons: readonly string[] = [];
  let runtimeReasons: readonly string[] = [];

  /** The instance's agents, without tasks. */
  function stopped(): Promise<Agents> {
    stopping ??= host.retire(signal).then(
      (retired) => {
        running = retired.running;
        agents = retired.agents;
        unwatch = agents.watchTroubles?.((troubles) => {
          runtimeReasons = troubles;
          changed();
        });
        return agents;
      },
      (error) => {
        stopping = undefined;
        throw error;
      },
    );
    return stopping;
  }

  /** Returns why something is still there. */
  async function cleanUp(): Promise<readonly string[]> {
    let there: Agents;
    try {
      there = await stopped();
    } catch (error) {
      return [`its runtime cannot be used: ${reasonOf(error)}`];
    }
    if (signal.aborted) return [];
    if (failures > 0) {
      const still = await endAll([...running.keys()], 0, there, clock, log);
      // A runtime does not repeat a reason that has not changed.
      running = new Map([...still].map(([task, reason]) => [task, reason || (running.get(task) ?? "")]));
    }
    const left = [
      ...oneOf([...running].map(([task, reason]) => `the task ${task} has not ended${reason && `: ${reason}`}`)),
      ...oneOf(await deleteVolumes(there)),
    ];
    if (left.length > 0 || signal.aborted) return left;
    try {
      await withinTime((limit) => there.end?.(limit));
    } catch (error) {
      return [`the objects of the service in its runtime cannot be removed: ${reasonOf(error)}`];
    }
    isClean = true;
    unwatch?.();
    runtimeReasons = [];
    await there
      .close()
      .catch((error) => log("warn", "a runtime could not be closed", { instance: name, reason: reasonOf(error) }));
    return [];
  }

  /** Deletes several volumes at a time, because a volume of a cluster takes a second or more. Returns why volumes are still there. */
  async function deleteVolumes(there: Agents): Promise<readonly string[]> {
    const left: string[] = [];
    const waiting = [...state.nodes.values()]
      .flatMap(({ record }) => [...Object.values(record.volumes), ...record.left])
      .filter((volume) => !deleted.has(volume))
      .values();
    const work = async () => {
      for (const volume of waiting) {
        if (signal.aborted) return;
        try {
          await withinTime((limit) => there.deleteVolume(volume, limit));
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
  async function withinTime(work: (limit: AbortSignal) => Promise<void> | undefined): Promise<void> {
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

  async function attempt(): Promise<void> {
    let left: readonly string[];
    try {
      left = isClean ? [] : await cleanUp();
      if (signal.aborted) return;
      if (left.length === 0) {
        // Rows that are not written yet must not appear later, because a new instance of this name may exist by then.
        committer.now();
        database.forget([ownerOf(name), `engine/${name}`, `runtime/${name}`], [[LIST, name, undefined]]);
        log("info", "removed", { instance: name });
        over();
        return;
      }
    } catch (error) {
      left = [reasonOf(error)];
    }
    if (signal.aborted) return;
    if (left.join() !== reasons.join())
      log("warn", "an instance cannot be removed yet; the service tries again", {
        instance: name,
        reason: left.join("; "),
      });
    reasons = left;
    cancelRetry = clock.after(RETRY_AFTER[Math.min(failures++, RETRY_AFTER.length - 1)] ?? 0, () => void begin());
    changed();
  }

  function begin(): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    cancelRetry();
    attempting ??= attempt().finally(() => {
      attempting = undefined;
    });
    return attempting;
  }

  /** Tasks are stopped even now, because they are not wanted any more, and the next service may be started much later. */
  async function end(): Promise<void> {
    closing.abort();
    cancelRetry();
    await attempting;
    await stopping?.catch(() => undefined);
    unwatch?.();
    if (!isClean) await agents?.close();
  }

  return {
    name,
    kind: definition.kind,
    get troubles() {
      return [...reasons, ...runtimeReasons];
    },
    stop: () =>
      stopped().then(
        () => undefined,
        () => undefined,
      ),
    tryNow: async () => {
      const waiting = new AbortController();
      const enough = pause(clock, MAX_WAIT, AbortSignal.any([signal, waiting.signal]));
      await Promise.race([begin(), enough]);
      waiting.abort();
    },
    close: () => {
      closed ??= end();
      return closed;
    },
  };
}

/** One reason is enough: of 3,000 volumes, the same reason would be shown 3,000 times. */
function oneOf([reason, ...others]: readonly string[]): readonly string[] {
  if (reason === undefined) return [];
  return [others.length === 0 ? reason : `${reason} (and ${others.length} more)`];
}
