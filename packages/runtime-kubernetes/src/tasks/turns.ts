/** What is being done for each task: only one thing at a time, and the newest wish counts. */
export interface Turns<What extends string> {
  /** Does something for a task in place of what is done for it so far. What is not wanted any more ends without an error. */
  begin(taskId: string, what: What, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** What is being done for a task. */
  current(taskId: string): What | undefined;
  cancel(taskId: string): void;
  /** Resolves when nothing is being done any more. */
  over(): Promise<void>;
}

interface Turn<What> {
  readonly what: What;
  readonly abort: () => void;
  over: Promise<void>;
}

export function openTurns<What extends string>(closing: AbortSignal): Turns<What> {
  const turns = new Map<string, Turn<What>>();
  return {
    begin: async (taskId, what, work) => {
      const before = turns.get(taskId);
      before?.abort();
      const aborting = new AbortController();
      const signal = AbortSignal.any([aborting.signal, closing]);
      const own: Turn<What> = { what, abort: () => aborting.abort(), over: Promise.resolve() };
      turns.set(taskId, own);
      own.over = (async () => {
        await before?.over.catch(() => undefined);
        if (!signal.aborted) await work(signal);
      })()
        .catch((error) => {
          if (!signal.aborted) throw error;
        })
        .finally(() => {
          if (turns.get(taskId) === own) turns.delete(taskId);
        });
      await own.over;
    },
    current: (taskId) => turns.get(taskId)?.what,
    cancel: (taskId) => turns.get(taskId)?.abort(),
    over: async () => {
      await Promise.allSettled([...turns.values()].map(({ over }) => over));
    },
  };
}
