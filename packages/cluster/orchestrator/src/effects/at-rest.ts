import { isAtRest } from "../machine/at-rest.ts";
import type { EffectContext } from "./context.ts";
import { pollReadiness } from "./poll.ts";

/**
 * Asks the engine to complete the work that earlier changes have left unfinished. This happens as soon as no node is changing and no plan
 * is running.
 */
export function restController({ machine, cluster, clock }: Pick<EffectContext, "machine" | "cluster" | "clock">): {
  reconcile(): void;
  close(): void;
} {
  let isDue = cluster.atRest !== undefined;
  let cancel: (() => void) | undefined;

  function end(): void {
    cancel?.();
    cancel = undefined;
  }

  function reconcile(): void {
    if (!isAtRest(machine)) {
      end();
      isDue = cluster.atRest !== undefined;
    } else if (isDue && !cancel) {
      cancel = pollReadiness(clock, {
        silence: "the engine has not yet answered whether all changes are completed",
        ask: async (signal) => cluster.atRest?.(signal) ?? { ready: true },
        heard: ({ ready }) => {
          if (!ready) return;
          isDue = false;
          end();
        },
      });
    }
  }

  return {
    reconcile,
    close: () => {
      end();
      isDue = false;
    },
  };
}
