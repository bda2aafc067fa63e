import { waitForPlan } from "@reeve/client";
import type { ControlResult, Plan } from "@reeve/scheduler-models";
import { planTree } from "@reeve/terminal";
import type { Scene, Show, Waiting } from "../../operations/show.ts";
import { progressWords, waitOptions } from "./progress.ts";
import { showsPlans } from "./typed-client.ts";

/** The plan that an input means. */
function planIn({ input }: Pick<Scene, "input">): string {
  return String(input.plan ?? "deploy");
}

const show: Show<Plan> = {
  name: planIn,
  wide: (plan, scene) => planTree(plan, { ...scene, name: planIn(scene) }, Number.POSITIVE_INFINITY),
};

/** Command line behaviour of plan commands: those that start a rollout have `--wait`. */
export const planShows: Readonly<Record<string, Show>> = {
  "plans.show": show,
  "plans.continue": { wait: (scene, waiting) => waitForControl(scene, waiting, "continue") },
  "plans.forceComplete": { wait: (scene, waiting) => waitForControl(scene, waiting, "forceComplete") },
  "plans.restart": { wait: (scene, waiting) => waitForControl(scene, waiting, "restart") },
  "plans.start": { wait: (scene, waiting) => waitForControl(scene, waiting, "start") },
};

/** A plan that was complete before stays so until the rollout starts: it must first be seen to change, unless the control had nothing to do. */
async function waitForControl(scene: Scene, waiting: Waiting, verb: string): Promise<string> {
  const { session, input } = scene;
  const plan = planIn(scene);
  const client = showsPlans(session.client);
  const before = await client.plans.show({ plan }, session.options());
  const answer = await session.call(`plans.${verb}`, input);
  const { changed } = answer.read() as ControlResult;
  const hadNothingToDo = !changed || (verb === "continue" && before.status === "COMPLETE");
  await waitForPlan(
    client,
    { plan },
    {
      ...waitOptions(scene, waiting),
      ...(!hadNothingToDo && { differentFrom: before }),
      onProgress: (progress) => waiting.onProgress(progressWords(plan, progress)),
    },
  );
  return `${plan} is complete.`;
}
