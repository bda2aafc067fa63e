import { type Clock, pause } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Removal } from "../orchestrator.ts";
import { reasonOf } from "../reason.ts";
import type { Committer } from "../state/committer.ts";
import type { Database } from "../state/database.ts";
import { removeSecrets } from "../state/plain-secrets.ts";
import { LIST, ownerOf } from "../state/rows.ts";
import { cleanUpInstance, type Remains, stopped } from "./clean-up.ts";
import type { Host } from "./host.ts";

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
  /** The folder of the state. */
  readonly state: string | undefined;
  readonly database: Database;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the reasons have changed. */
  readonly changed: () => void;
  /** Called when nothing of the instance is left, so that its name can be used again. */
  readonly over: () => void;
}

/** Milliseconds for which callers wait for an attempt. It is short, because other deployments and the client of this one wait as well. */
const MAX_WAIT = 10_000;

/** Milliseconds before an attempt is repeated, after the first, the second … failure in a row. */
const RETRY_AFTER = [5000, 10_000, 20_000, 40_000, 60_000];

/** A removal in progress. */
interface Progress extends Remains {
  readonly closing: AbortController;
  attempting: Promise<void> | undefined;
  cancelRetry: () => void;
  failures: number;
  /** Why the last attempt has left something. */
  reasons: readonly string[];
}

/**
 * Removes an instance with its tasks, volumes and state. Its record keeps the mark `removing` until everything else is deleted, so whenever
 * the service ends or is killed, the next service continues. Every part of an attempt can be repeated:
 *
 * 1. The controllers end, and all tasks are stopped.
 * 2. The volumes are deleted, then the other objects that the instance has in the runtime (`clean-up.ts`).
 * 3. One transaction deletes the stored state with the mark, after which the name is free.
 *
 * If something is left, the attempt is repeated after some seconds, later after a minute.
 */
export function removalOf(host: Host, options: RemovalOptions): RunningRemoval {
  const closing = new AbortController();
  const progress: Progress = {
    host,
    options,
    closing,
    signal: closing.signal,
    deleted: new Set(),
    running: new Map(),
    agents: undefined,
    stopping: undefined,
    unwatch: undefined,
    attempting: undefined,
    cancelRetry: () => undefined,
    failures: 0,
    isClean: false,
    reasons: [],
    runtimeReasons: [],
  };
  const { name, definition } = host.machine.state.record;
  let closed: Promise<void> | undefined;
  return {
    name,
    kind: definition.kind,
    get troubles() {
      return [...progress.reasons, ...progress.runtimeReasons];
    },
    stop: () =>
      stopped(progress).then(
        () => undefined,
        () => undefined,
      ),
    tryNow: async () => {
      const waiting = new AbortController();
      const enough = pause(options.clock, MAX_WAIT, AbortSignal.any([closing.signal, waiting.signal]));
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
  const { clock, log } = options;
  const { name } = host.machine.state.record;
  let left: readonly string[];
  try {
    left = progress.isClean ? [] : await cleanUpInstance(progress, progress.failures > 0);
    if (signal.aborted) return;
    if (left.length === 0) {
      forget(name, options);
      return;
    }
  } catch (error) {
    left = [reasonOf(error)];
  }
  if (signal.aborted) return;
  if (left.join() !== progress.reasons.join())
    log("warn", "an instance cannot be removed yet; the service tries again", {
      instance: name,
      reason: left.join("; "),
    });
  progress.reasons = left;
  const wait = RETRY_AFTER[Math.min(progress.failures++, RETRY_AFTER.length - 1)] ?? 0;
  progress.cancelRetry = clock.after(wait, () => void begin(progress));
  options.changed();
}

/** Deletes the stored state of an instance of which nothing else is left. */
function forget(name: string, { state, committer, database, log, over }: RemovalOptions): void {
  removeSecrets(state, name);
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
