import type { Log } from "@reeve/orchestrator";

export type Outages = ReturnType<typeof outages>;

/** Logs the beginning and the end of an outage with one line each, however many requests fail in between. */
export function outages(log: Log) {
  /** For each instance with an outage, the operations that have failed during the outage. */
  const failing = new Map<string, Set<string>>();
  return {
    failed(instance: string, operation: string, detail: Readonly<Record<string, unknown>>): void {
      const known = failing.get(instance);
      if (known) return void known.add(operation);
      failing.set(instance, new Set([operation]));
      log("error", "failure", { instance, operation, ...detail });
    },
    answered(instance: string, operation: string): void {
      // Only the success of an operation that failed during the outage ends the outage.
      if (!failing.get(instance)?.has(operation)) return;
      failing.delete(instance);
      log("info", "answers again", { instance, operation });
    },
  };
}
