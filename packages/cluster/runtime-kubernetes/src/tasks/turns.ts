/** The work in progress for each task. A task has one piece of work at a time, and newer work replaces older work. */
export interface TaskTurns<What extends string> {
  /** Starts work for a task and aborts its earlier work. Aborted work ends without an error. */
  begin(taskId: string, what: What, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** The kind of work in progress for a task. */
  current(taskId: string): What | undefined;
  cancel(taskId: string): void;
  /** Resolves when no work is in progress. */
  over(): Promise<void>;
}

interface Turn<What> {
  readonly what: What;
  readonly abort: () => void;
  over: Promise<void>;
}

export function openTurns<What extends string>(closing: AbortSignal): TaskTurns<What> {
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
