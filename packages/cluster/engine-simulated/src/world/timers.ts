import { type Clock, pause } from "@reeve/orchestrator/runtime";

export type Timers = ReturnType<typeof createTimers>;

/** Timers at the simulation's pace; a later pace does not change them. Closing this object cancels them. */
export function createTimers(clock: Clock, pace: () => number) {
  const pending = new Set<() => void>();
  const closed = new AbortController();

  const after = (milliseconds: number, run: () => void): (() => void) => {
    if (closed.signal.aborted) return () => {};
    const takeBack = clock.after(milliseconds * pace(), () => {
      pending.delete(cancel);
      run();
    });
    const cancel = () => {
      pending.delete(cancel);
      takeBack();
    };
    pending.add(cancel);
    return cancel;
  };

  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    const over = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal;
    over.throwIfAborted();
    await pause(clock, milliseconds * pace(), over);
    over.throwIfAborted();
  };

  return {
    now: () => clock.now(),
    pace,
    /** Runs a function after the given milliseconds, multiplied by the pace. The returned function cancels the timer. */
    after,
    /** Resolves after the given milliseconds, multiplied by the pace. Rejects when the signal aborts or the timers are closed. */
    sleep,
    close(): void {
      for (const cancel of [...pending]) cancel();
      closed.abort(new Error("the simulation was closed"));
    },
  };
}
