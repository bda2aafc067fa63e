import { cancellationError } from "@reeve/transport";

/** Time, as a parameter: tests hold it in their hands. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits so many milliseconds; rejects as soon as the signal says so. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The platform's own. It goes on evenly when somebody sets the clock. */
export const systemTime: Time = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancellationError(signal));
      const leave = () => {
        clearTimeout(timer);
        if (signal) reject(cancellationError(signal));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", leave);
        resolve();
      }, milliseconds);
      signal?.addEventListener("abort", leave, { once: true });
    }),
};
