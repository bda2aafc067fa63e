/** Tasks that wait for a port, by task id. */
export interface Waits {
  begin(taskId: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Cancels a task's wait, and resolves when the wait has ended. */
  end(taskId: string): Promise<void>;
  endAll(): Promise<void>;
}

export function openWaits(): Waits {
  const waits = new Map<string, { readonly ending: AbortController; readonly over: Promise<void> }>();

  async function end(taskId: string): Promise<void> {
    const wait = waits.get(taskId);
    wait?.ending.abort();
    await wait?.over;
  }

  return {
    begin(taskId, work) {
      const ending = new AbortController();
      const over = work(ending.signal).finally(() => waits.delete(taskId));
      waits.set(taskId, { ending, over });
    },
    end,
    endAll: async () => {
      await Promise.all([...waits.keys()].map(end));
    },
  };
}
