import { listOperations } from "@reeve/contract";
import { explained } from "../../operations/explain.ts";
import { fieldsOf } from "../../operations/field.ts";
import type { Session } from "../../session/session.ts";

/**
 * Explains an error of watching or waiting for a plan in the same way as an error of `plans show`, because all three send the same request.
 */
export async function explainedPlan(thrown: unknown, session: Session, plan: string): Promise<unknown> {
  const listed = listOperations(session.kind.api).find(({ name }) => name === "plans.show");
  return listed ? explained(thrown, session, listed, fieldsOf(listed.operation), { plan }) : thrown;
}
