import type { Instance } from "@reeve/orchestrator";
import type { Named, PhaseInput, Plan } from "@reeve/scheduler-models";
import { unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { answerOfControl, existingPlan, statusOf } from "./plan-answer.ts";

type Database = Instance<"wide-column">;

/**
 * Answers with the only plan of the database's API. This plan consists of the phases of the installation and the phases of the current
 * maintenance. A maintenance is current while it runs, and also after it has failed if it can be retried.
 */
export function showDatabasePlan(
  instance: Database,
  _: unknown,
  { revision }: { readonly revision: string },
): HttpAnswer {
  const plan = together(instance);
  return unchanging(plan, () => JSON.stringify(plan), statusOf(plan, revision));
}

/**
 * Applies a command to every plan that is shown, or only to the plans that have the given phase. The answer names the plans that changed.
 */
export function controlDatabasePlan(command: "continue" | "interrupt") {
  return (
    instance: Database,
    { phase }: Named<PhaseInput>,
    { revision }: { readonly revision: string },
  ): HttpAnswer => {
    const having = shownPlans(instance).filter((name) => phase === undefined || hasPhase(instance, name, phase));
    // If no plan has the phase, the command is applied to the installation's plan, where it fails with the error for an unknown phase.
    const concerned = (having.length > 0 ? having : ["deploy"]).filter(
      (plan) => instance.plans.control({ command, plan, ...(phase !== undefined && { phase }) }).changed,
    );
    // The database's API calls the command by another word than the other APIs.
    const word = command === "continue" ? "proceed" : command;
    return answerOfControl(word, concerned.length > 0, revision, concerned);
  };
}

function hasPhase({ plans }: Database, plan: string, phase: string): boolean {
  return plans.get(plan)?.phases.some(({ id, name }) => id === phase || name === phase) === true;
}

function shownPlans({ maintenance }: Database): readonly string[] {
  const current = maintenance.current();
  return current === undefined ? ["deploy"] : ["deploy", current];
}

function together(instance: Database): Plan {
  const parts = shownPlans(instance).map((name) => existingPlan(instance, name));
  const known = made.get(instance);
  if (known && known.parts.length === parts.length && known.parts.every((part, at) => part === parts[at])) {
    return known.plan;
  }
  const plan = join(parts);
  made.set(instance, { parts, plan });
  return plan;
}

/** The combined plan of each database, reused until one of its parts changes. */
const made = new WeakMap<Database, { readonly parts: readonly Plan[]; readonly plan: Plan }>();

function join(parts: readonly Plan[]): Plan {
  const [deploy, ...others] = parts as [Plan, ...Plan[]];
  if (others.length === 0) return deploy;
  const failed = parts.find(({ status, errors }) => status === "ERROR" || errors.length > 0);
  const unfinished = parts.find(({ status }) => status !== "COMPLETE") ?? deploy;
  return {
    ...deploy,
    phases: parts.flatMap(({ phases }) => phases),
    errors: parts.flatMap(({ errors }) => errors),
    status: failed ? "ERROR" : unfinished.status,
    completed_at: null,
  };
}
