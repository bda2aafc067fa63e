import type { Log } from "@reeve/orchestrator";

/** Logs the beginning and the end of an outage, one line each, however many requests fail meanwhile. */
export interface Outages {
  failed(instance: string, operation: string, detail: Readonly<Record<string, unknown>>): void;
  answered(instance: string, operation: string): void;
}

export function outages(log: Log): Outages {
  /** The operations that have failed since an instance last answered, by its name. */
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
      // Success of an operation that never failed does not end the outage of another.
      if (!failing.get(instance)?.has(operation)) return;
      failing.delete(instance);
      log("info", "answers again", { instance, operation });
    },
  };
}
