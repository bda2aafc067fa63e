import { type ControlResult, outcomeOf, type Plan, type PlanInput, type PlanNames, type PlanWaits } from "@reeve/broker-client";
import { expect } from "vitest";
import { often, sleepingTime } from "./cluster.ts";
import type { Page } from "./ledger.ts";

/** The plan operations that every client has. */
interface Plans extends PlanWaits {
  show(): Promise<Plan>;
  all(): Promise<PlanNames>;
  inspect(input: { readonly plan: string }): Promise<Plan>;
  continue(): Promise<ControlResult>;
  interrupt(): Promise<ControlResult>;
}

/** The plan operations that only clients with named plans have. */
interface NamedPlans extends Plans {
  list(): Promise<PlanNames>;
  show(input?: PlanInput): Promise<Plan>;
  start(input: { readonly plan: string }): Promise<ControlResult>;
  stop(input: { readonly plan: string }): Promise<ControlResult>;
  restart(input: { readonly phase: string; readonly step: string }): Promise<ControlResult>;
  forceComplete(input: { readonly phase: string; readonly step: string }): Promise<ControlResult>;
}

const hasActed = ({ changed }: ControlResult) => expect(changed).toBe(true);

export const stepsOf = ({ phases }: Plan) => phases.flatMap(({ steps }) => steps);
const statusesOf = (plan: Plan) => stepsOf(plan).map(({ status }) => status);

/** Waits for the first deployment. */
export async function seeDeployed({ asked }: Page, plans: Plans): Promise<void> {
  await asked("plans.show", plans.wait({}, often), (plan) => {
    expect(plan.status).toBe("COMPLETE");
    expect(new Set(statusesOf(plan))).toEqual(new Set(["COMPLETE"]));
  });
  // Reeve's own plan operations exist in every revision, even for plans that the revision itself has no route for.
  await asked("plans.all", plans.all(), (names) => expect(names).toEqual(expect.arrayContaining(["deploy", "recovery"])));
  await asked("plans.inspect", plans.inspect({ plan: "recovery" }), ({ errors }) => expect(errors).toEqual([]));
}

/** Interrupts a rollout that has just begun, checks that it stops after the current node, continues it, and waits for its end. */
export async function interruptAndGoOn({ asked }: Page, plans: Plans, goFast: () => Promise<void>): Promise<void> {
  await asked("plans.interrupt", plans.interrupt(), hasActed);
  expect(await plans.interrupt()).toMatchObject({ changed: false });
  await goFast();
  for await (const plan of plans.watch({}, often)) {
    expect(plan.status).toBe("WAITING");
    if (!statusesOf(plan).some((status) => status === "IN_PROGRESS" || status === "DELAYED")) break;
  }
  const waited = await plans.wait({}, { time: sleepingTime(), within: 60_000 }).catch((error) => error);
  expect(outcomeOf(waited)?.state).toBe("pending");
  expect(waited.message).toContain("waits to be continued");
  expect(statusesOf(await plans.show())).toContain("WAITING");

  await asked("plans.continue", plans.continue(), hasActed);
  const seen: Plan[] = [];
  for await (const plan of plans.watch({}, often)) {
    expect(plan).not.toEqual(seen.at(-1));
    seen.push(plan);
  }
  expect(new Set(statusesOf(seen.at(-1) as Plan))).toEqual(new Set(["COMPLETE"]));
  expect(await plans.continue()).toMatchObject({ changed: false });
}

/** Calls the operations that only named plans have: the list, custom plans, and controls of single steps. */
export async function controlNamedPlans(
  { asked }: Page,
  plans: NamedPlans,
  { slowly, fast }: { slowly(): Promise<void>; fast(): Promise<void> },
): Promise<void> {
  await asked("plans.list", plans.list(), (names) => expect(names).toEqual(expect.arrayContaining(["deploy", "recovery", "rolling"])));
  const before = await plans.show({ plan: "rolling" });
  expect(before.status).toBe("WAITING");

  await asked("plans.start", plans.start({ plan: "rolling" }), hasActed);
  const complete = await plans.wait({ plan: "rolling" }, { ...often, differentFrom: before });
  expect(statusesOf(complete)).toEqual(["COMPLETE", "COMPLETE", "COMPLETE"]);

  await slowly();
  await plans.start({ plan: "rolling" });
  await asked("plans.stop", plans.stop({ plan: "rolling" }), hasActed);
  expect(statusesOf(await plans.show({ plan: "rolling" }))).not.toContain("COMPLETE");
  await fast();

  const deployed = await plans.show();
  const phase = deployed.phases.at(-1);
  const where = { phase: phase?.name ?? "", step: phase?.steps[0]?.name ?? "" };
  await asked("plans.restart", plans.restart(where), hasActed);
  await plans.wait({}, { ...often, differentFrom: deployed });

  await slowly();
  await plans.restart(where);
  await asked("plans.forceComplete", plans.forceComplete(where), hasActed);
  await fast();
  expect((await plans.wait({}, often)).status).toBe("COMPLETE");
}
