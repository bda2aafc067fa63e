import { cancellation } from "./cancellation.ts";

/** A caller that waits for the shared work. */
export interface Waiter<Progress> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface Running<Progress> {
  readonly waiters: Set<Waiter<Progress>>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/**
 * Runs work only once for all callers that request it at the same time, and reports the progress to each of them. The work is cancelled
 * when no caller waits any more.
 */
export function shareWork<Progress>(
  work: (all: Required<Waiter<Progress>>) => Promise<void>,
): (waiter: Waiter<Progress>) => Promise<void> {
  let running: Running<Progress> | undefined;

  function begin(): Running<Progress> {
    const waiters = new Set<Waiter<Progress>>();
    const stop = new AbortController();
    const onProgress = (progress: Progress) => {
      for (const waiter of waiters) waiter.onProgress?.(progress);
    };
    const done = work({ signal: stop.signal, onProgress }).finally(() => {
      running = undefined;
    });
    return { waiters, stop, done };
  }

  return async (waiter) => {
    const { signal } = waiter;
    // Cancelled work may still be cleaning up. A new caller waits for the end of the cancelled work, and then starts the work again.
    while (running?.stop.signal.aborted) await running.done.catch(() => undefined);
    if (signal?.aborted) throw cancellation(signal);
    running ??= begin();
    const { waiters, stop, done } = running;
    const left = Promise.withResolvers<void>();
    const leave = () => {
      waiters.delete(waiter);
      if (waiters.size === 0) stop.abort(signal?.reason);
      else left.resolve();
    };
    waiters.add(waiter);
    signal?.addEventListener("abort", leave);
    try {
      await Promise.race([done, left.promise]);
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      signal?.removeEventListener("abort", leave);
      waiters.delete(waiter);
    }
    if (signal?.aborted) throw cancellation(signal);
  };
}
