/** The running calls, all of which Ctrl-C cancels. */
export interface InFlight {
  /** Runs a call. Ctrl-C and the signal of the caller can cancel the call. */
  run<Value>(work: (signal: AbortSignal) => Promise<Value>, caller?: AbortSignal): Promise<Value>;
  /** Cancels all running calls; returns whether there were any. */
  cancel(): boolean;
}

export function createInFlight(): InFlight {
  const controllers = new Set<AbortController>();
  return {
    run: async (work, caller) => {
      const controller = new AbortController();
      controllers.add(controller);
      try {
        return await work(caller ? AbortSignal.any([controller.signal, caller]) : controller.signal);
      } finally {
        controllers.delete(controller);
      }
    },
    cancel: () => {
      const any = controllers.size > 0;
      for (const controller of controllers) controller.abort();
      return any;
    },
  };
}
