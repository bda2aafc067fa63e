import { type Clock, pause } from "@reeve/orchestrator/runtime";

/** Tasks that wait for a port or for room on the disk, by task id. */
export function openWaits() {
  const waits = new Map<string, { readonly ending: AbortController; readonly over: Promise<void> }>();

  async function end(taskId: string): Promise<void> {
    const wait = waits.get(taskId);
    wait?.ending.abort();
    await wait?.over;
  }

  return {
    begin(taskId: string, work: (signal: AbortSignal) => Promise<void>): void {
      const ending = new AbortController();
      const over = work(ending.signal).finally(() => waits.delete(taskId));
      waits.set(taskId, { ending, over });
    },
    end,
    endAll: () => Promise.all([...waits.keys()].map(end)),
  };
}

export interface WaitDetails {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  report(waitsFor: string): void;
}

/** Waits as long as there is a reason, and reports each new reason. */
export async function waitWhile(
  why: () => string | undefined | Promise<string | undefined>,
  interval: number,
  { clock, signal, report }: WaitDetails,
): Promise<void> {
  let reported = "";
  for (;;) {
    signal.throwIfAborted();
    const reason = await why();
    if (reason === undefined) return;
    if (reason !== reported) report(reason);
    reported = reason;
    await pause(clock, interval, signal);
  }
}
