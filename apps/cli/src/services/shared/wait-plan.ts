import { type Context, type Given, limitsOf, outputChoiceOf, wordOf, writeResult } from "@reeve/commands";
import { planOperation } from "@reeve/contract";
import { planTree, progressWords, startSpinner } from "@reeve/terminal";
import { contextOf } from "../../operations/run.ts";
import { sessionOf } from "../../session/open.ts";
import type { ServiceKind } from "../kind.ts";
import { explainedPlan } from "./explain-plan.ts";
import { waitOptions } from "./progress.ts";
import { waitsForPlans } from "./typed-client.ts";

/** Waits until a plan is complete, and then shows the plan. */
export async function waitPlanCommand(kind: ServiceKind, given: Given, context: Context): Promise<void> {
  const name = wordOf(given, "plan") ?? "deploy";
  const session = await sessionOf(kind, given, context);
  try {
    const { attempt } = limitsOf(given);
    const whole = context.left();
    const command = contextOf(session, { plan: name }, context);
    using spinner = startSpinner(context.terminal.notes.screen(), name);
    const waiting = {
      ...(whole !== undefined && { within: whole }),
      ...(attempt !== undefined && { timeout: attempt }),
      onProgress: spinner.update,
    };
    const plan = await waitsForPlans(session.client).plans.wait(
      { plan: name },
      {
        ...waitOptions(command, waiting),
        onProgress: (progress) => spinner.update(progressWords(name, progress)),
      },
    );
    spinner.stop();
    const { body = null, text = "" } = session.lastAnswer(planOperation(session.kind.api).name) ?? {};
    await writeResult(
      { body, text, named: [name], lines: () => planTree(plan, { ...command, name, now: context.now() }) },
      outputChoiceOf(given),
      context.terminal,
    );
  } catch (thrown) {
    throw await explainedPlan(thrown, session, name);
  } finally {
    await session.close();
  }
}
