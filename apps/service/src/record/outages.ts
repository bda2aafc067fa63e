import type { Log } from "@reeve/orchestrator";

/** Logs the beginning and the end of an outage with one line each, however many requests fail in between. */
export interface Outages {
  failed(instance: string, operation: string, detail: Readonly<Record<string, unknown>>): void;
  answered(instance: string, operation: string): void;
}

export function outages(log: Log): Outages {
  /** For each instance with an outage, the operations that have failed during the outage. */
  const failing = new Map<string, Set<string>>();
  return {
    failed(instance, operation, detail) {
      const known = failing.get(instance);
      if (known) {
        known.add(operation);
        return;
      }
      failing.set(instance, new Set([operation]));
      log("error", "failure", { instance, operation, ...detail });
    },
    answered(instance, operation) {
      // Only the success of an operation that failed during the outage ends the outage.
      if (!failing.get(instance)?.has(operation)) return;
      failing.delete(instance);
      log("info", "answers again", { instance, operation });
    },
  };
}
