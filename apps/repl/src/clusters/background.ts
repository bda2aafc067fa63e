import type { AsyncLocalStorage } from "node:async_hooks";

let marked: AsyncLocalStorage<true> | undefined;

/** Runs a request that the user did not type, such as a refresh of the rollouts. Such requests are not traced. */
export function runInBackground<Value>(work: () => Promise<Value>): Promise<Value> {
  marked ??= new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)<true>();
  return marked.run(true, work);
}

/** Timeouts in milliseconds of a request in the background. If the request fails, the next use sends a new request. */
export const BACKGROUND_TIMEOUTS = { timeout: 2_000, totalTimeout: 3_000 } as const;

/** The value of a promise, or else `late` if it takes longer than `within` milliseconds. */
export function orLate<Value, Late>(promise: Promise<Value>, within: number, late: () => Late): Promise<Value | Late> {
  return Promise.race([promise, new Promise<Late>((resolve) => setTimeout(() => resolve(late()), within))]);
}

/** Whether the caller runs within `runInBackground`. */
export function isInBackground(): boolean {
  return marked?.getStore() === true;
}
