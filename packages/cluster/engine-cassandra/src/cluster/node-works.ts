import { reasonOf } from "@reeve/orchestrator/engine";

/** Long work on nodes, which goes on while the nodes are asked about its progress. There is at most one piece of work for each node. */
export function nodeWorks() {
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();
  const closing = new AbortController();
  return {
    isRunning: (node: string): boolean => running.has(node),
    /** Why the last work on a node has failed; undefined if it has not. */
    failureOf: (node: string): string | undefined => failures.get(node),
    /** Begins work on a node, unless it is already in progress. */
    begin(node: string, work: (signal: AbortSignal) => Promise<unknown>): void {
      if (running.has(node)) return;
      const ended = work(closing.signal)
        .then(() => void failures.delete(node))
        .catch((error: unknown) => {
          if (!closing.signal.aborted) failures.set(node, reasonOf(error));
        })
        .finally(() => running.delete(node));
      running.set(node, ended);
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}
