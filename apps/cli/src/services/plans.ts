import { followRollout, outcomeError, rolloutState, watchPlan } from "@reeve/client";
import { type Context, limitsOf, openWatchDisplay, outputChoiceOf, type ParsedArguments, wordOf, writeResult } from "@reeve/commands";
import { defined, isRecord, listedOperation, planOperation, type ReeveError } from "@reeve/contract";
import { listNodes, type OwnNode, type Plan, reasonOfStep } from "@reeve/scheduler-models";
import { jsonLine, localTime, planChanges, planTree, startSpinner, statusWords, utcTime, wireJson } from "@reeve/terminal";
import { explained } from "../operations/explain.ts";
import { contextOf } from "../operations/run.ts";
import { type Session, sessionOf } from "../operations/session.ts";
import { waitOptions } from "../operations/wait.ts";
import type { ServiceKind } from "./kind.ts";

/**
 * Watches a plan. On a terminal, the plan is redrawn after each change. In a pipe, each change is written as a line or, with `--json`, as a
 * document.
 */
export async function watchPlanCommand(kind: ServiceKind, args: ParsedArguments, context: Context): Promise<void> {
  const name = planIn(args);
  await using session = await sessionOf(kind, args, context);
  const { signal, over, interruption } = context;
  const { format } = outputChoiceOf(args);
  const display = displayOf(session, name, format !== "json" && format !== "jsonl", context);
  let last: Plan | undefined;
  try {
    const options = defined({ signal, timeout: limitsOf(args).attempt, onOutage: display.outage });
    for await (const plan of watchPlan(session.client, { plan: name }, options)) {
      last = plan;
      display.show(plan);
    }
  } catch (thrown) {
    if (over.aborted && !interruption.aborted && last) throw planError("pending", name, last, context.now());
    throw await explainedPlan(thrown, session, name);
  } finally {
    display.end();
  }
  if (last && rolloutState(last) === "failed") throw planError("failed", name, last, context.now());
}

function planIn(args: ParsedArguments): string {
  return wordOf(args, "plan") ?? "deploy";
}

function displayOf(session: Session, name: string, isForPeople: boolean, context: Context) {
  const { now, terminal } = context;
  return openWatchDisplay<Plan>(
    {
      inPlace: (plan, screen) => {
        const view = { name, now: now(), times: localTime(), style: screen.style() };
        return planTree(plan, view, Math.max(5, screen.rows() - 6));
      },
      changes: (before, plan) => planChanges(before, plan, { name, now: now(), times: utcTime, style: terminal.results.style() }),
      document: (plan) => wireJson(lastPlan(session, plan)).replaceAll(/\s*\n\s*/g, " "),
      outage: ({ state, error }) => jsonLine({ outage: state, message: error.message }),
      // Redrawing each second updates the durations.
      redrawEvery: 1_000,
    },
    isForPeople,
    context,
  );
}

/** The plan as the server sent it. */
function lastPlan({ kind, lastAnswer }: Session, plan: Plan | undefined) {
  const { body, text = "" } = lastAnswer(planOperation(kind.api).name) ?? {};
  // A plan for which the revision has no route came from the Reeve service's own route.
  return isRecord(body) && "phases" in body ? { body, text } : { body: plan ?? null, text: JSON.stringify(plan ?? null) };
}

/** Waits until a plan is complete, and then shows the plan. */
export async function waitPlanCommand(kind: ServiceKind, args: ParsedArguments, context: Context): Promise<void> {
  const name = planIn(args);
  await using session = await sessionOf(kind, args, context);
  try {
    const command = contextOf(session, { plan: name }, context);
    using spinner = startSpinner(context.terminal.notes.screen(), name);
    const plan = await session.client.plans.wait({ plan: name }, waitOptions(spinner.update, args, context, name));
    spinner.stop();
    const lines = () => planTree(plan, { ...command, name, now: context.now() });
    await writeResult({ ...lastPlan(session, plan), named: [name], lines }, outputChoiceOf(args), context.terminal);
  } catch (thrown) {
    throw await explainedPlan(thrown, session, name);
  }
}

/** Paused nodes do what an operator wanted, so that the wait ends, but they do not run. */
function allRunInWords(nodes: readonly OwnNode[]): string {
  const namesOf = (isWanted: (node: OwnNode) => boolean) =>
    nodes
      .filter(isWanted)
      .map(({ node }) => node)
      .join(", ");
  const paused = namesOf(({ state }) => state === "paused");
  const running = namesOf(({ state }) => state !== "paused");
  if (paused === "") return `all nodes run: ${running}`;
  return [...(running === "" ? [] : [`these nodes run: ${running}`]), `paused: ${paused}`].join("; ");
}

/** Waits until every node of the Reeve service runs, and then shows the nodes. */
export async function waitNodesCommand(kind: ServiceKind, args: ParsedArguments, context: Context): Promise<void> {
  await using session = await sessionOf(kind, args, context);
  try {
    using spinner = startSpinner(context.terminal.notes.screen(), "nodes");
    const nodes = await session.client.nodes.wait(waitOptions(spinner.update, args, context, "nodes"));
    spinner.stop();
    const named = nodes.map(({ node }) => node);
    await writeResult({ body: nodes, named, lines: () => [allRunInWords(nodes)] }, outputChoiceOf(args), context.terminal);
  } catch (thrown) {
    const listed = listedOperation(kind.api, listNodes);
    throw listed ? await explained(thrown, session, listed, {}) : thrown;
  }
}

/** Explains an error in the same way as the command that shows a plan, because all three send the same request. */
function explainedPlan(thrown: unknown, session: Session, plan: string): Promise<unknown> {
  return explained(thrown, session, planOperation(session.kind.api), { plan });
}

/** The error for a watched plan that has failed, or that was not complete at the timeout. */
function planError(state: "failed" | "pending", name: string, plan: Plan, now: number): ReeveError {
  const [firstError] = state === "failed" ? plan.errors.map((each) => (typeof each === "string" ? each : JSON.stringify(each))) : [];
  const what = state === "failed" ? "has failed" : "is not complete";
  return outcomeError({ state, reason: `the ${name} plan ${what}: ${firstError ?? at(plan, now)}`, plan });
}

function at(plan: Plan, now: number): string {
  const { at, done, total } = followRollout()(plan, now);
  const steps = `${done} of ${total} steps`;
  if (!at) return steps;
  const reason = reasonOfStep({ ...at, name: at.step });
  return `${at.step} is ${statusWords(at.status)}${reason === "" ? "" : `: ${reason}`} (${steps})`;
}
