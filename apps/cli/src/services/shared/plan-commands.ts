import type { Command, Positional } from "@reeve/commands";
import { offersFor } from "../../operations/live-names.ts";
import type { ServiceKind } from "../kind.ts";

/** The plan commands that send more than one request. */
export function planCommands(kind: ServiceKind): readonly Command[] {
  const { name } = kind.api;
  const offers = offersFor(kind.api, { names: "plan", hasCommas: false });
  const plan: Positional = {
    name: "plan",
    summary: "name of the plan (default: deploy)",
    required: false,
    ...(offers && { offers }),
  };
  const common = { positionals: [plan], effect: "read" } as const;
  return [
    {
      ...common,
      name: "watch",
      summary: "Watch a plan until it is complete or has failed",
      about:
        "On a terminal, the display is updated in place; elsewhere, each change is printed as a line. The plan continues when the watch ends.",
      examples: [`${name} plans watch`, `${name} plans watch --json`],
      run: async (given, context) => (await import("./watch-plan.ts")).watchPlanCommand(kind, given, context),
    },
    {
      ...common,
      name: "wait",
      summary: "Wait until a plan is complete",
      about: "The exit code is 0 when the plan is complete, 13 when it has failed, and 14 after --timeout.",
      examples: [`${name} plans wait --timeout 10m`],
      run: async (given, context) => (await import("./wait-plan.ts")).waitPlanCommand(kind, given, context),
    },
  ];
}
