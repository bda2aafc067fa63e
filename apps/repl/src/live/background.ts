import type { AsyncLocalStorage } from "node:async_hooks";

let marked: AsyncLocalStorage<true> | undefined;

/** Runs a background request, such as a refresh of the rollouts, without tracing it. */
export function runInBackground<Value>(work: () => Promise<Value>): Promise<Value> {
  marked ??= new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)<true>();
  return marked.run(true, work);
}

/** Whether this runs within a background request. */
export function isInBackground(): boolean {
  return marked?.getStore() === true;
}
