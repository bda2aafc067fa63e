import type { Log } from "@reeve/orchestrator";

/** What has been opened and is to be closed. */
export interface Closing {
  add(what: string, close: () => unknown): void;
  /**
   * Closes what was added last first, each of them once. One that fails keeps no other from being closed: each failure is told to the log, and the
   * first is thrown at the end.
   */
  close(): Promise<void>;
}

export function createClosing(log: Log): Closing {
  const open: { readonly what: string; readonly close: () => unknown }[] = [];
  return {
    add: (what, close) => void open.push({ what, close }),
    close: async () => {
      const failures: unknown[] = [];
      for (const { what, close } of open.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
          const reason = error instanceof Error ? error.message : String(error);
          log("error", "not-closed", { reason: `${what}: ${reason}` });
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
