import type { Machine } from "./machine.ts";
import { nextUrgent } from "./plan-run.ts";
import { isPlanComplete } from "./status.ts";

/**
 * Whether the rollout is making progress. There is no progress after a failure, while the rollout waits for the command `continue`, and
 * while the engine does not allow the stop of the next node.
 */
export function isRollingOut({ state }: Machine): boolean {
  const deploy = state.plans.get("deploy");
  if (!deploy || isPlanComplete(deploy) || deploy.failed.size > 0) return false;
  if (deploy.active.size > 0) return true;
  const phase = nextUrgent(deploy)?.phase ?? deploy.phases[deploy.next];
  if (deploy.record.interrupted || phase?.record.interrupted) return false;
  const held = [...state.held].find(({ phase }) => phase.plan === deploy)?.hold;
  return held === undefined || (held.status !== "WAITING" && held.kind !== "unready");
}
