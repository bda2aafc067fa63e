import { callOperation, type Watcher, waitForCompletion, waitForPlan } from "@reeve/client";
import { type AnyOperation, fieldsOf, fillIn, type ListedOperation, type OperationWait } from "@reeve/contract";
import { type ControlResult, type Plan, reasonOfStep } from "@reeve/scheduler-models";
import { currentStep, progressWords, stepsDone } from "@reeve/terminal";
import type { CommandContext, Waiting } from "../../operations/command-context.ts";
import { liveNames } from "../../operations/live-names.ts";
import { waitOptions } from "./progress.ts";
import { showsPlans } from "./typed-client.ts";

/**
 * Performs an operation, waits in the way that its declaration names until the work is complete, and returns a sentence: "broker-1 has been
 * restarted and is back."
 */
export async function waitBy(
  wait: OperationWait,
  listed: ListedOperation,
  command: CommandContext,
  waiting: Waiting,
): Promise<string> {
  if (wait.by === "method") await byMethod(listed, command, waiting);
  if (wait.by === "control") await byControl(listed, command, waiting);
  if (wait.by === "absence") await byAbsence(listed, command, waiting);
  if (wait.by === "plan" && !(await byPlanOf(wait, listed, command, waiting))) return "There is nothing to move.";
  const place = listed.operation.hasPlace ? await command.session.parts.placeOf?.(command) : undefined;
  const stored = place === undefined ? "" : ` It is stored in ${place}.`;
  const sentence = `${fillIn(wait.done, command.input)}.${stored}`;
  // The name of a node or plan at the beginning stays as it is.
  return /^\S*\{/.test(wait.done) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

type WaitingMethods = Readonly<
  Record<string, Record<string, (input: unknown, options: ReturnType<typeof waitOptions>) => Promise<unknown>>>
>;

async function byMethod({ noun, verb }: ListedOperation, command: CommandContext, waiting: Waiting): Promise<void> {
  // The declaration says that the client has this method; the tests of the clients check it.
  const { [noun]: methods = {} } = command.session.client as WaitingMethods;
  await methods[`${verb}AndWait`]?.(command.input, waitOptions(command, waiting));
}

/**
 * Waits for the rollout that a command starts. The plan of an earlier rollout stays `COMPLETE` until the new rollout starts, so the wait
 * only counts an answer that differs from the plan before the command. If the command had nothing to do, any complete plan ends the wait.
 */
async function byControl(listed: ListedOperation, command: CommandContext, waiting: Waiting): Promise<void> {
  const { session, input } = command;
  const plan = String(input.plan);
  const client = showsPlans(session.client);
  const before = await client.plans.show({ plan }, session.options());
  const { changed } = (await session.call(listed.operation, input)).read() as ControlResult;
  const hadNothingToDo = !changed || (listed.verb === "continue" && before.status === "COMPLETE");
  await waitForPlan(
    client,
    { plan },
    {
      ...waitOptions(command, waiting),
      ...(!hadNothingToDo && { differentFrom: before }),
      onProgress: (progress) => waiting.onProgress(progressWords(plan, progress)),
    },
  );
}

/** Returns false if the plan has nothing to do. */
async function byPlanOf(
  { plan, read }: Extract<OperationWait, { readonly by: "plan" }>,
  { operation }: ListedOperation,
  command: CommandContext,
  waiting: Waiting,
): Promise<boolean> {
  const answer = (await command.session.call(operation, command.input)).read() as {
    readonly moves?: readonly unknown[];
  };
  if (answer.moves?.length === 0) return false;
  await waitForCompletion(`the plan ${plan}`, untilComplete(command, read), waitOptions(command, waiting));
  return true;
}

function untilComplete({ session }: CommandContext, read: AnyOperation): Watcher {
  return async (options) => {
    const plan = (await callOperation(session.client, read, {}, options)).read() as Plan;
    const { done, all } = stepsDone(plan);
    const step = currentStep(plan);
    const reason = step && reasonOfStep(step);
    return {
      started: true,
      finished: plan.status === "COMPLETE",
      missing: `${done} of ${all} steps are done${reason ? `; ${reason}` : ""}`,
      plan,
      ...((plan.status === "ERROR" || plan.errors.length > 0) && { failed: plan.errors.map(String).join("; ") }),
    };
  };
}

/** Waits until the name is no longer listed. The wait fails at once if the settings of the engine forbid the deletion. */
async function byAbsence({ operation }: ListedOperation, command: CommandContext, waiting: Waiting): Promise<void> {
  const { session, input } = command;
  const field = fieldsOf(operation).find(({ isPositional }) => isPositional);
  const name = String(input[field?.name ?? ""]);
  (await session.call(operation, input)).read();
  const untilGone: Watcher = async (options) => {
    const isGone = !(await liveNames(session, field?.names ?? "", options))?.includes(name);
    const failed = isGone ? undefined : await session.parts.whyNotDeleted?.(command, options);
    return { started: true, finished: isGone, missing: "it is still listed", ...(failed !== undefined && { failed }) };
  };
  await waitForCompletion(`the deletion of ${name}`, untilGone, waitOptions(command, waiting));
}
