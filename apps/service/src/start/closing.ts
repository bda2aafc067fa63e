import type { Log } from "@reeve/orchestrator";

/** Resources to close at the end. */
export interface Closing {
  add(what: string, close: () => unknown): void;
  /**
   * Closes every resource once, in reverse order. A failure is logged and does not prevent the rest; the first failure is thrown at the
   * end.
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
