import type { Clock, Log } from "@reeve/orchestrator/runtime";
import { explainRefusal } from "./api/refusal.ts";
import type { InstanceObjects } from "./instance-objects.ts";
import { retryUntilDone } from "./retry.ts";
import type { TaskTurns } from "./tasks/turns.ts";
import type { Troubles } from "./troubles.ts";

/** Keeps the disruption budget as it should be. Nothing else waits for the budget, so that its failures hold up no other work. */
export interface Budget {
  /** Sets the number of nodes, and whether a drain may evict one of them; by default, what was set last. */
  set(nodes: number, isAllowed?: boolean): void;
  /** Sets nothing any more. Resolves when no request is in progress, which could create the budget again after its deletion. */
  end(): Promise<void>;
}

export interface BudgetOptions {
  readonly instance: string;
  readonly server: string;
  readonly objects: InstanceObjects;
  readonly turns: TaskTurns<"start" | "stop">;
  readonly troubles: Troubles;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the runtime closes. */
  readonly closing: AbortSignal;
}

const TURN = "the budget";
const UNSET = "drains of machines may evict nodes at the wrong time, because the disruption budget cannot be set";

export function openBudget({ instance, server, objects, turns, troubles, clock, log, closing }: BudgetOptions): Budget {
  let mayEvict = false;
  let last = Promise.resolve();
  let isEnded = false;
  return {
    set: (nodes, isAllowed = mayEvict) => {
      mayEvict = isAllowed;
      if (isEnded) return;
      const failed = (error: unknown) => {
        const reason = explainRefusal(error, server);
        if (troubles.set(UNSET, TURN, reason)) log("warn", "the disruption budget is not set yet", { instance, reason });
      };
      last = turns
        .begin(TURN, "start", async (signal) => {
          // Every failure is retried, because an operator can remove its cause, for instance an object of the same name.
          const isTransient = () => true;
          // A request in progress is awaited, not aborted: the API server might still carry it out, after the next one.
          await retryUntilDone(() => objects.budget(nodes, isAllowed, closing), { clock, signal, failed, isTransient });
          troubles.set(UNSET, TURN, undefined);
        })
        .catch(failed);
    },
    end: async () => {
      isEnded = true;
      turns.cancel(TURN);
      await last;
      troubles.set(UNSET, TURN, undefined);
    },
  };
}
