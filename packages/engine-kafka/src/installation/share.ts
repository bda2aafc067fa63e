import { cancellation } from "./cancellation.ts";

/** What each of those brings along who want the same work done. */
export interface Wish<Told> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((told: Told) => void) | undefined;
}

interface Running<Told> {
  readonly wishes: Set<Wish<Told>>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Has work done once for all who want it at the same time: each hears how far it is, and it ends early when the last of them has gone. */
export function share<Told>(work: (wish: Required<Wish<Told>>) => Promise<void>): (wish: Wish<Told>) => Promise<void> {
  let running: Running<Told> | undefined;

  function begin(): Running<Told> {
    const wishes = new Set<Wish<Told>>();
    const stop = new AbortController();
    const onProgress = (told: Told) => {
      for (const wish of wishes) wish.onProgress?.(told);
    };
    const done = work({ signal: stop.signal, onProgress }).finally(() => {
      running = undefined;
    });
    return { wishes, stop, done };
  }

  return async (wish) => {
    const { signal } = wish;
    // Where all have gone it still tidies up: whoever comes then begins anew.
    while (running?.stop.signal.aborted) await running.done.catch(() => undefined);
    if (signal?.aborted) throw cancellation(signal);
    running ??= begin();
    const { wishes, stop, done } = running;
    const left = Promise.withResolvers<void>();
    const leave = () => {
      wishes.delete(wish);
      if (wishes.size === 0) stop.abort(signal?.reason);
      else left.resolve();
    };
    wishes.add(wish);
    signal?.addEventListener("abort", leave);
    try {
      await Promise.race([done, left.promise]);
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      signal?.removeEventListener("abort", leave);
      wishes.delete(wish);
    }
    if (signal?.aborted) throw cancellation(signal);
  };
}
