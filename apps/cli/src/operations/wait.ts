import { callOperation, type WaitOptions, type Watcher, waitForCompletion, waitForPlan } from "@reeve/client";
import { type Context, limitsOf, type ParsedArguments, type Result } from "@reeve/commands";
import {
  type AnyOperation,
  defined,
  fieldsOf,
  fillIn,
  isReeveError,
  type ListedOperation,
  type OperationWait,
  ReeveError,
} from "@reeve/contract";
import { type ControlResult, type Plan, reasonOfStep } from "@reeve/scheduler-models";
import { currentStep, endLine, progressWords, shown, startSpinner, stepsDone } from "@reeve/terminal";
import { liveNames } from "./live-names.ts";
import type { CommandContext } from "./session.ts";

/**
 * Performs an operation and waits for its completion, with a spinner on a terminal. With an output format for programs, the result is the
 * answer to the operation itself.
 */
export async function waitFor(
  listed: ListedOperation,
  wait: OperationWait,
  command: CommandContext,
  args: ParsedArguments,
  context: Context,
): Promise<Result> {
  const { terminal, now } = context;
  const begun = now();
  using spinner = startSpinner(terminal.notes.screen(), "asking");
  const options = waitOptions(spinner.update, args, context, wait.by === "control" ? String(command.input.plan) : "");
  const words = await waitBy(wait, listed, command, options).catch((thrown) => {
    if (!isReeveError(thrown, "cancelled") || thrown.mayHaveBeenDone) throw thrown;
    const sentence = "interrupted: work in progress continues; use plans show to see its state";
    throw new ReeveError("cancelled", sentence, thrown.context);
  });
  spinner.stop();
  const { body = null, text = "" } = command.session.lastAnswer(listed.name) ?? {};
  const { style } = command;
  const line = terminal.results.isTerminal() ? endLine(words, now() - begun, style) : shown(words, style);
  return { body, text, lines: () => [line] };
}

/** The options of a client's wait. The timeout of the command is not part of the signal, because a wait reports its timeout itself. */
export function waitOptions(
  update: (words: string) => void,
  args: ParsedArguments,
  { interruption, left }: Context,
  name = "",
): WaitOptions {
  return {
    ...defined({ signal: interruption, within: left(), timeout: limitsOf(args).attempt }),
    onProgress: (progress) => update(progressWords(name, progress).trim()),
    onOutage: ({ state, error }) => update(state === "down" ? error.message : "the server is back"),
  };
}

/**
 * Performs an operation, waits in the way that its declaration names until the work is complete, and returns a sentence: "broker-1 has been
 * restarted and is back."
 */
async function waitBy(wait: OperationWait, listed: ListedOperation, command: CommandContext, options: WaitOptions): Promise<string> {
  if (wait.by === "method") await byMethod(listed, command, options);
  if (wait.by === "control") await byControl(listed, command, options);
  if (wait.by === "absence") await byAbsence(listed, command, options);
  if (wait.by === "plan" && !(await byPlanOf(wait, listed, command, options))) return "There is nothing to move.";
  const place = listed.operation.hasPlace ? await command.session.parts.placeOf?.(command) : undefined;
  const stored = place === undefined ? "" : ` It is stored in ${place}.`;
  const sentence = `${fillIn(wait.done, command.input)}.${stored}`;
  // The name of a node or plan at the beginning stays as it is.
  return /^\S*\{/.test(wait.done) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

type WaitingMethods = Readonly<Record<string, Record<string, (input: unknown, options: WaitOptions) => Promise<unknown>>>>;

async function byMethod({ noun, verb }: ListedOperation, command: CommandContext, options: WaitOptions): Promise<void> {
  // The declaration says that the client has this method; the tests of the clients check it.
  const { [noun]: methods = {} } = command.session.client as object as WaitingMethods;
  await methods[`${verb}AndWait`]?.(command.input, options);
}

/**
 * Waits for the rollout that a command starts. The plan of an earlier rollout stays `COMPLETE` until the new rollout starts, so the wait
 * only counts an answer that differs from the plan before the command. If the command had nothing to do, any complete plan ends the wait.
 */
async function byControl(listed: ListedOperation, command: CommandContext, options: WaitOptions): Promise<void> {
  const { session, input } = command;
  const plan = String(input.plan);
  const before = await session.client.plans.show({ plan }, session.options());
  const { changed } = (await session.call(listed.operation, input)).read() as ControlResult;
  const hadNothingToDo = !changed || (listed.verb === "continue" && before.status === "COMPLETE");
  await waitForPlan(session.client, { plan }, { ...options, ...(!hadNothingToDo && { differentFrom: before }) });
}

/** Returns false if the plan has nothing to do. */
async function byPlanOf(
  { plan, read }: Extract<OperationWait, { readonly by: "plan" }>,
  { operation }: ListedOperation,
  command: CommandContext,
  options: WaitOptions,
): Promise<boolean> {
  const answer = (await command.session.call(operation, command.input)).read() as {
    readonly moves?: readonly unknown[];
  };
  if (answer.moves?.length === 0) return false;
  await waitForCompletion(`the plan ${plan}`, untilComplete(command, read), options);
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
async function byAbsence({ operation }: ListedOperation, command: CommandContext, options: WaitOptions): Promise<void> {
  const { session, input } = command;
  const field = fieldsOf(operation).find(({ isPositional }) => isPositional);
  const name = String(input[field?.name ?? ""]);
  (await session.call(operation, input)).read();
  const untilGone: Watcher = async (options) => {
    const isGone = !(await liveNames(session, field?.names ?? "", options))?.includes(name);
    const failed = isGone ? undefined : await session.parts.whyNotDeleted?.(command, options);
    return { started: true, finished: isGone, missing: "it is still listed", ...(failed !== undefined && { failed }) };
  };
  await waitForCompletion(`the deletion of ${name}`, untilGone, options);
}
