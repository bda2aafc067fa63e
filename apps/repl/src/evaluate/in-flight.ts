/** The running calls, all of which Ctrl-C cancels. */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  const controllers = new Set<AbortController>();
  return {
    /** Runs a call. Ctrl-C and the signal of the caller can cancel the call. */
    run: async <Value>(work: (signal: AbortSignal) => Promise<Value>, caller?: AbortSignal): Promise<Value> => {
      const controller = new AbortController();
      controllers.add(controller);
      try {
        return await work(caller ? AbortSignal.any([controller.signal, caller]) : controller.signal);
      } finally {
        controllers.delete(controller);
      }
    },
    /** Cancels all running calls; returns whether there were any. */
    cancel: (): boolean => {
      const any = controllers.size > 0;
      for (const controller of controllers) controller.abort();
      return any;
    },
  };
}
