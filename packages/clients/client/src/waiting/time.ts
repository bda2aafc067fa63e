import { cancellationError } from "@reeve/transport";

/** Time as a parameter, so that tests control it. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits a number of milliseconds. Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The platform's monotonic clock, which is independent of changes of the system clock. */
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
