import type { Log } from "@reeve/orchestrator";

/** Writes down that operations of an instance fail, and that they are answered again: a line each, however often they are asked for meanwhile. */
export interface Outages {
  failed(instance: string, operation: string, detail: Readonly<Record<string, unknown>>): void;
  answered(instance: string, operation: string): void;
}

export function outages(log: Log): Outages {
  /** What has failed since an instance was last answered, by its name. */
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
      // What never failed says nothing about what did.
      if (!failing.get(instance)?.has(operation)) return;
      failing.delete(instance);
      log("info", "answers again", { instance, operation });
    },
  };
}
