import { planOperation } from "@reeve/contract";
import { explained } from "../../operations/explain.ts";
import type { Session } from "../../session/session.ts";

/**
 * Explains an error of watching or waiting for a plan in the same way as an error of the command that shows a plan, because all three send
 * the same request.
 */
export function explainedPlan(thrown: unknown, session: Session, plan: string): Promise<unknown> {
  return explained(thrown, session, planOperation(session.kind.api), { plan });
}
