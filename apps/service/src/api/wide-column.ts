import { ReeveError } from "@reeve/contract";
import type { Instance, NodeView, WorkPlan } from "@reeve/orchestrator";
import type { Named, PhaseInput, Plan } from "@reeve/scheduler-models";
import type { DatabaseNodeInfo, RestoreStatus, wideColumnApi } from "@reeve/wide-column-models";
import { json, unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Handlers } from "./handlers.ts";
import { existing } from "./node-handlers.ts";
import { ownNodeHandlers } from "./own-nodes.ts";
import { answerOfControl, existingPlan, ownPlanHandlers, rollingRestartHandlers, statusOf } from "./plans.ts";

/** The wide-column database's API: a handler for each operation. */
export const wideColumn: Handlers<typeof wideColumnApi, "wide-column"> = {
  connection: {
    show: async ({ administration, nodes }) => {
      const addresses = await administration.connection();
      const waiting = addresses.length > 0 ? [] : nodes.ids().map((id) => `${id} (${nodes.get(id)?.state ?? "absent"})`);
      return json({ nodes: addresses, ...(waiting.length > 0 && { not_serving: waiting }) });
    },
  },
  plans: {
    ...ownPlanHandlers,
    show: showDatabasePlan,
    interrupt: controlDatabasePlan("interrupt"),
    continue: controlDatabasePlan("continue"),
  },
  nodes: {
    ...ownNodeHandlers,
    status: async (instance, { node }) => {
      const { id } = existing(instance, `node-${node}`);
      return json(await instance.administration.status(id));
    },
    info: async (instance, { node }) => {
      const view = existing(instance, `node-${node}`);
      const [{ mode }, details] = await Promise.all([instance.administration.status(view.id), instance.administration.details(view.id)]);
      return json({ ...nodeInfo(view, mode), ...details });
    },
  },
  rollingRestart: rollingRestartHandlers,
  maintenance: { list: ({ maintenance }) => json(maintenance.history()) },
  cleanup: { start: async (instance, input) => start(instance, await instance.administration.cleanup(input)) },
  repair: { start: async (instance, input) => start(instance, await instance.administration.repair(input)) },
  backup: { start: async (instance, input) => start(instance, await instance.administration.backup(input)) },
  backups: {
    list: async ({ administration }, input, { signal }) => json(await administration.backups.list(input, signal())),
    show: async ({ administration }, input, { signal }) => json(await administration.backups.show(input, signal())),
    verify: async ({ administration }, input, { signal }) => json(await administration.backups.verify(input, signal())),
    delete: async (instance, input, { signal }) => {
      refuseWhileWorking(instance, input.backup_name);
      return json(await instance.administration.backups.delete(input, signal()));
    },
  },
  backupKeys: {
    list: ({ administration }) => json(administration.backupKeys.list()),
    export: ({ administration }) => json(administration.backupKeys.export()),
    import: ({ administration: { backupKeys } }, input) => {
      backupKeys.import(input);
      return json(backupKeys.list());
    },
    remove: ({ administration: { backupKeys } }, input) => {
      backupKeys.remove(input);
      return json(backupKeys.list());
    },
  },
  restore: {
    start: async (instance, input) => start(instance, await instance.administration.restore(input)),
    status: ({ plans }) => json(restoreStatus(plans.get("restore"))),
  },
};

/** Refuses to delete a backup that this instance is creating or restoring. Whether other services use the backup is not checked. */
function refuseWhileWorking({ maintenance, plans }: Instance<"wide-column">, backup: string): void {
  const current = maintenance.current();
  if (current !== "backup" && current !== "restore") return;
  const plan = plans.get(current);
  if (plan === undefined || plan.status === "ERROR" || plan.status === "COMPLETE") return;
  if (maintenance.history()[0]?.request.backup_name !== backup) return;
  throw new ReeveError("conflict", `a ${current} of ${backup} is under way; delete the backup when the ${current} has ended`);
}

async function start(instance: Instance<"wide-column">, plan: WorkPlan): Promise<HttpAnswer> {
  await instance.maintenance.start(plan);
  return json({ status: "started", message: "" });
}

function nodeInfo({ id, tasks, placement }: NodeView, mode: string): DatabaseNodeInfo {
  const task = tasks.at(-1);
  return {
    name: id,
    id: task?.taskId ?? null,
    hostname: placement?.hostname ?? null,
    slave_id: placement?.agent ?? null,
    state: task ? (task.state === "running" ? "TASK_RUNNING" : `TASK_${task.state.toUpperCase()}`) : null,
    mode,
  };
}

/** The status of a restore in the API's own words: `none`, `running`, `complete` or `failed`. */
function restoreStatus(plan: Plan | undefined): RestoreStatus {
  if (!plan) return { status: "none", message: "" };
  if (plan.status === "COMPLETE") return { status: "complete", message: "" };
  const current = plan.phases.flatMap(({ steps }) => steps).find(({ status }) => status !== "COMPLETE");
  const message = plan.errors.map(String).join("; ") || (current?.reason ?? current?.message ?? "");
  return { status: plan.status === "ERROR" || plan.errors.length > 0 ? "failed" : "running", message };
}

type Database = Instance<"wide-column">;

/**
 * Answers with the only plan of the database's API. This plan consists of the phases of the installation and the phases of the current
 * maintenance. A maintenance is current while it runs, and also after it has failed if it can be retried.
 */
function showDatabasePlan(instance: Database, _: unknown, { revision }: { readonly revision: string }): HttpAnswer {
  const plan = together(instance);
  return unchanging(plan, () => JSON.stringify(plan), statusOf(plan, revision));
}

/**
 * Applies a command to every plan that is shown, or only to the plans that have the given phase. The answer names the plans that changed.
 */
function controlDatabasePlan(command: "continue" | "interrupt") {
  return (instance: Database, { phase }: Named<PhaseInput>, { revision }: { readonly revision: string }): HttpAnswer => {
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
