import type { AsyncLocalStorage } from "node:async_hooks";

let marked: AsyncLocalStorage<true> | undefined;

/** Runs a request that the user did not type, such as a refresh of the rollouts. Such requests are not traced. */
export function runInBackground<Value>(work: () => Promise<Value>): Promise<Value> {
  marked ??= new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)<true>();
  return marked.run(true, work);
}

/** Whether the caller runs within `runInBackground`. */
export function isInBackground(): boolean {
  return marked?.getStore() === true;
}
