/** What waits for its time, by the task that it is about. */
export interface Waits {
  begin(taskId: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends it, or waits for what cannot be ended any more. */
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
