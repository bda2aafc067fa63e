import { waitForPlan } from "@reeve/client";
import type { ControlResult, Plan } from "@reeve/scheduler-models";
import { planTree } from "@reeve/terminal";
import type { Settled, Show, View, Waiting } from "../../operations/show.ts";
import { progressWords, waitOptions } from "./progress.ts";
import { showsPlans } from "./typed-client.ts";

/** The plan that an input means. */
export function planIn({ input }: Pick<View, "input">): string {
  return String(input.plan ?? "deploy");
}

const show: Show<Plan> = {
  table: (plan, view) => planTree(plan, { ...view, name: planIn(view) }),
  wide: (plan, view) => planTree(plan, { ...view, name: planIn(view) }, Number.POSITIVE_INFINITY),
};

/** The commands of plans. Every service has some of them. */
export const planShows: Readonly<Record<string, Show>> = {
  "plans.show": show,
  "plans.continue": control((plan) => `${plan} goes on.`, "continue"),
  "plans.interrupt": control((plan) => `${plan} pauses after the node that it is at; plans continue goes on.`),
  "plans.forceComplete": control((plan, step) => `${step} of ${plan} is taken for complete.`, "forceComplete"),
  "plans.restart": control((plan, step) => `${step} of ${plan} is done again.`, "restart"),
  "plans.start": control((plan) => `${plan} starts from its beginning.`, "start"),
  "plans.stop": control((plan) => `${plan} is stopped, and how far it was is forgotten.`),
};

/** What a control answers, in a sentence; the ones that set a rollout going can be waited for. */
function control(sentence: (plan: string, step: string) => string, verb?: string): Show {
  const table = (result: ControlResult, view: View) => [sentenceOf(result, view, sentence)];
  const wait = verb === undefined ? undefined : (view: View, waiting: Waiting) => waitForControl(view, waiting, verb);
  return { table, ...(wait && { wait }) };
}

function sentenceOf({ changed, message }: ControlResult, view: View, sentence: (plan: string, step: string) => string) {
  if (!changed) return `There was nothing to do${message === "" ? "." : `: ${message}`}`;
  return sentence(planIn(view), String(view.input.step ?? "the current step"));
}

/** A plan that was complete before is so still when nothing has begun: it must be seen to change first, unless there was nothing to do. */
async function waitForControl(view: View, waiting: Waiting, verb: string): Promise<Settled> {
  const { session, input } = view;
  const plan = planIn(view);
  const client = showsPlans(session.client);
  const before = await client.plans.show({ plan }, session.options());
  const answer = await session.call(`plans.${verb}`, input);
  const { changed } = answer.read() as ControlResult;
  const nothingToDo = !changed || (verb === "continue" && before.status === "COMPLETE");
  await waitForPlan(client, { plan }, {
    ...waitOptions(view, waiting),
    ...(!nothingToDo && { unlike: before }),
    onProgress: (progress) => waiting.onProgress(progressWords(plan, progress)),
  });
  return { body: answer.body, text: answer.text, words: `${plan} is complete.` };
}
