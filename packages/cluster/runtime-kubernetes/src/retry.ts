import { isReeveError, ReeveError } from "@reeve/contract";
import { type Clock, pause } from "@reeve/orchestrator/runtime";
import { ApiRefusal } from "./api/failure.ts";

export interface Tries {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after each failed attempt that will be retried. */
  readonly failed: (error: unknown) => void;
  /** Whether another attempt may succeed. Default: after failures of the network and the API server, and refusals that can be mended. */
  readonly isTransient?: (error: unknown) => boolean;
}

/** Retries a request until it succeeds. Rejects if it can never succeed, and when the signal is aborted. */
export async function retryUntilDone<Done>(
  attempt: () => Promise<Done>,
  { clock, signal, failed, isTransient = mayPass }: Tries,
): Promise<Done> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      failed(error);
    }
    await pause(clock, requestBackOff(failures), signal);
  }
}

/** Whether a retry may help: a failure of the network or the API server, but not a programming error. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiRefusal) return !isFinal(error);
  return error instanceof Error && !isReeveError(error) && ("code" in error || isLate(error));
}

/** Whether the request can never succeed, because it is invalid. */
function isFinal(refusal: ApiRefusal): boolean {
  return FINAL.has(refusal.status) && !isDenied(refusal);
}

/** Whether an admission webhook or policy, which operators can change, has denied a request as if it were invalid. */
function isDenied({ message }: ApiRefusal): boolean {
  return /\bdenied (?:the )?request\b/.test(message);
}

/** Permissions and quotas (403) can be granted, and a missing namespace (404) can be created, so both can be retried. */
const FINAL = new Set([400, 405, 413, 415, 422]);

function isLate({ name }: Error): boolean {
  return name === "TimeoutError" || name === "AbortError";
}

/** Milliseconds to wait after a number of failures in a row: short at first, because an API server may just be restarting. */
export function requestBackOff(failures: number): number {
  return Math.min(100 * 2 ** (failures - 1), MAX_DELAY);
}

const MAX_DELAY = 5000;

/** Milliseconds between two looks at whether something is gone, and until the obstacle is reported; the caller repeats the deletion. */
const POLL_INTERVAL = 200;
const MAX_WAIT = 20_000;

/** Waits until something is gone. `obstacle` says why it is still there; undefined once it is gone. */
export async function untilGone(clock: Clock, signal: AbortSignal, obstacle: () => Promise<string | undefined>): Promise<void> {
  for (const begun = clock.now(); ; ) {
    const reason = await obstacle();
    if (reason === undefined) return;
    if (clock.now() - begun > MAX_WAIT) throw new ReeveError("conflict", reason);
    await pause(clock, POLL_INTERVAL, signal);
    signal.throwIfAborted();
  }
}
