import { isReeveError } from "@reeve/contract";
import { type Clock, pause } from "@reeve/orchestrator";
import { backOff } from "./api/back-off.ts";
import { isFinal, Refusal } from "./api/refusal.ts";

export interface Tries {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after each attempt that failed and is made again. */
  readonly failed: (error: unknown) => void;
}

/** Retries a request until it succeeds. Rejects if it never can, and when the signal is aborted. */
export async function retryUntilDone<Done>(
  attempt: () => Promise<Done>,
  { clock, signal, failed }: Tries,
): Promise<Done> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      failed(error);
    }
    await pause(clock, backOff(failures), signal);
  }
}

/** What the network or the API server did, and may do otherwise the next time; a mistake of ours stays one. */
function isTransient(error: unknown): boolean {
  if (error instanceof Refusal) return !isFinal(error);
  return error instanceof Error && !isReeveError(error) && ("code" in error || isLate(error));
}

function isLate({ name }: Error): boolean {
  return name === "TimeoutError" || name === "AbortError";
}
