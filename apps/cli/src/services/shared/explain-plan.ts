import { listOperations } from "@reeve/contract";
import { explained } from "../../operations/explain.ts";
import { fieldsOf } from "../../operations/field.ts";
import type { Session } from "../../session/session.ts";

/** Says of a plan that is watched or waited for what is said of one that is shown: they ask for the same. */
export async function explainedPlan(thrown: unknown, session: Session, plan: string): Promise<unknown> {
  const listed = listOperations(session.kind.api).find(({ name }) => name === "plans.show");
  return listed ? explained(thrown, session, listed, fieldsOf(listed.operation), { plan }) : thrown;
}
