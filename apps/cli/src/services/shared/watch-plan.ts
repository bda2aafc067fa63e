import { followRollout, type Outage, outcomeError, rolloutState, watchPlan } from "@reeve/client";
import {
  type Context,
  limitsOf,
  type OutputChoice,
  outputChoiceOf,
  type ParsedArguments,
  wordOf,
} from "@reeve/commands";
import { planOperation, type ReeveError } from "@reeve/contract";
import { type Plan, reasonOfStep } from "@reeve/scheduler-models";
import {
  jsonLine,
  localTime,
  openLiveRegion,
  type PlanView,
  planChanges,
  planTree,
  shown,
  statusWords,
  utcTime,
  wireJson,
} from "@reeve/terminal";
import { sessionOf } from "../../session/open.ts";
import type { Session } from "../../session/session.ts";
import type { ServiceKind } from "../kind.ts";
import { explainedPlan } from "./explain-plan.ts";
import { showsPlans } from "./typed-client.ts";

/** How a watched plan is shown. */
interface Display {
  show(plan: Plan): void;
  outage(outage: Outage): void;
  end(): void;
}

/**
 * Watches a plan. On a terminal, the plan is redrawn after each change. In a pipe, each change is written as a line or, with `--json`, as a
 * document.
 */
export async function watchPlanCommand(kind: ServiceKind, args: ParsedArguments, context: Context): Promise<void> {
  const name = wordOf(args, "plan") ?? "deploy";
  const session = await sessionOf(kind, args, context);
  const { attempt } = limitsOf(args);
  const { signal, over, interruption } = context;
  const display = displayOf(session, name, outputChoiceOf(args), context);
  let last: Plan | undefined;
  try {
    const options = { signal, ...(attempt !== undefined && { timeout: attempt }), onOutage: display.outage };
    for await (const plan of watchPlan(showsPlans(session.client), { plan: name }, options)) {
      last = plan;
      display.show(plan);
    }
  } catch (thrown) {
    if (over.aborted && !interruption.aborted && last) throw stillPending(name, last, context.now());
    throw await explainedPlan(thrown, session, name);
  } finally {
    display.end();
    await session.close();
  }
  if (last && rolloutState(last) === "failed") throw failedRollout(name, last, context.now());
}

function displayOf(session: Session, name: string, { format }: OutputChoice, context: Context): Display {
  if (format === "json" || format === "jsonl") return documents(session, context);
  const screen = context.terminal.results.screen();
  return screen ? inPlace(name, screen, context) : changes(name, context);
}

function documents(session: Session, { terminal: { results, notes } }: Context): Display {
  return {
    show: () => {
      const { body = null, text = "" } = session.lastAnswer(planOperation(session.kind.api).name) ?? {};
      results.write(`${wireJson({ body, text }).replaceAll(/\s*\n\s*/g, " ")}\n`);
    },
    outage: (outage) => notes.write(`${jsonLine({ outage: outage.state, message: outage.error.message })}\n`),
    end: () => {},
  };
}

function changes(name: string, { terminal: { results, notes }, now }: Context): Display {
  let before: Plan | undefined;
  const view = (): PlanView => ({ name, now: now(), times: utcTime, style: results.style() });
  return {
    show: (plan) => {
      for (const line of planChanges(before, plan, view())) results.write(`${line}\n`);
      before = plan;
    },
    outage: (outage) => notes.write(`${utcTime.at(now(), now())}  ${outageWords(outage)}\n`),
    end: () => {},
  };
}

/** Milliseconds between two redraws, which update the durations. */
const TICK = 1_000;

function inPlace(
  name: string,
  screen: NonNullable<ReturnType<Context["terminal"]["results"]["screen"]>>,
  { now }: Context,
): Display {
  const region = openLiveRegion(screen);
  let plan: Plan | undefined;
  let trouble: readonly string[] = [];
  const draw = () => {
    if (!plan) return;
    const style = screen.style();
    const lines = Math.max(5, screen.rows() - 6);
    region.show([
      ...planTree(plan, { name, now: now(), times: localTime(), style }, lines),
      ...trouble.map((line) => shown(line, style)),
    ]);
  };
  const ticking = setInterval(draw, TICK);
  ticking.unref();
  return {
    show: (next) => {
      plan = next;
      draw();
    },
    outage: (outage) => {
      trouble = outage.state === "down" ? [outageWords(outage)] : [];
      draw();
    },
    end: () => {
      clearInterval(ticking);
      draw();
      region.keep();
    },
  };
}

function outageWords({ state, error }: Outage): string {
  return state === "down" ? `no answer: ${error.message}` : "the server answers again";
}

/** The error for a watched plan that has failed. */
function failedRollout(name: string, plan: Plan, now: number): ReeveError {
  const [firstError] = plan.errors.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  return outcomeError({ state: "failed", reason: `the ${name} plan has failed: ${firstError ?? at(plan, now)}`, plan });
}

/** The error for a plan that was not complete at the timeout. */
function stillPending(name: string, plan: Plan, now: number): ReeveError {
  return outcomeError({ state: "pending", reason: `the ${name} plan is not complete: ${at(plan, now)}`, plan });
}

function at(plan: Plan, now: number): string {
  const { at, done, total } = followRollout()(plan, now);
  const steps = `${done} of ${total} steps`;
  if (!at) return steps;
  const reason = reasonOfStep({ ...at, name: at.step });
  return `${at.step} is ${statusWords(at.status)}${reason === "" ? "" : `: ${reason}`} (${steps})`;
}
