/** The calls that are under way, so that Ctrl-C can end them. */
export interface InFlight {
  /** Does something that can be cancelled; the caller's own signal cancels it, too. */
  run<Value>(work: (signal: AbortSignal) => Promise<Value>, caller?: AbortSignal): Promise<Value>;
  /** Cancels all of it; says whether there was anything. */
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
