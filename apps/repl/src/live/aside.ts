import type { AsyncLocalStorage } from "node:async_hooks";

let marked: AsyncLocalStorage<true> | undefined;

/** Does what nobody has asked for, such as a look at how a rollout stands: it is not traced. */
export function aside<Value>(work: () => Promise<Value>): Promise<Value> {
  marked ??= new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)<true>();
  return marked.run(true, work);
}

/** Whether this happens in what nobody has asked for. */
export function isAside(): boolean {
  return marked?.getStore() === true;
}
