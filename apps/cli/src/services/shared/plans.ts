import { waitForPlan } from "@reeve/client";
import type { ControlResult, Plan } from "@reeve/scheduler-models";
import { planTree, progressWords } from "@reeve/terminal";
import type { CommandContext, CommandExtras, Waiting } from "../../operations/show.ts";
import { waitOptions } from "./progress.ts";
import { showsPlans } from "./typed-client.ts";

/** The name of the plan that the input selects. */
function planIn({ input }: Pick<CommandContext, "input">): string {
  return String(input.plan ?? "deploy");
}

const show: CommandExtras<Plan> = {
  name: planIn,
  wide: (plan, command) => planTree(plan, { ...command, name: planIn(command) }, Number.POSITIVE_INFINITY),
};

/** What the plan commands do beyond the declarations of their operations: those that start a rollout have `--wait`. */
export const planShows: Readonly<Record<string, CommandExtras>> = {
  "plans.show": show,
  "plans.continue": { wait: (command, waiting) => waitForControl(command, waiting, "continue") },
  "plans.forceComplete": { wait: (command, waiting) => waitForControl(command, waiting, "forceComplete") },
  "plans.restart": { wait: (command, waiting) => waitForControl(command, waiting, "restart") },
  "plans.start": { wait: (command, waiting) => waitForControl(command, waiting, "start") },
};

/**
 * Waits for the rollout that a command starts. The plan of an earlier rollout stays `COMPLETE` until the new rollout starts, so the wait
 * only counts an answer that differs from the plan before the command. If the command had nothing to do, any complete plan ends the wait.
 */
async function waitForControl(command: CommandContext, waiting: Waiting, verb: string): Promise<string> {
  const { session, input } = command;
  const plan = planIn(command);
  const client = showsPlans(session.client);
  const before = await client.plans.show({ plan }, session.options());
  const answer = await session.call(`plans.${verb}`, input);
  const { changed } = answer.read() as ControlResult;
  const hadNothingToDo = !changed || (verb === "continue" && before.status === "COMPLETE");
  await waitForPlan(
    client,
    { plan },
    {
      ...waitOptions(command, waiting),
      ...(!hadNothingToDo && { differentFrom: before }),
      onProgress: (progress) => waiting.onProgress(progressWords(plan, progress)),
    },
  );
  return `${plan} is complete.`;
}
