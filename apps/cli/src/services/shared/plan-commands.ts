import type { Command, Positional } from "../../model/command.ts";
import { liveNameOf } from "../../operations/live-sources.ts";
import type { ServiceKind } from "../kind.ts";

/** The plan commands that take more than one call. */
export function planCommands(kind: ServiceKind): readonly Command[] {
  const { name } = kind.api;
  const live = liveNameOf(kind.api, "plan");
  const plan: Positional = {
    name: "plan",
    summary: "name of the plan; deploy when left out",
    required: false,
    ...(live !== undefined && { offers: { live } }),
  };
  const common = { positionals: [plan], effect: "read" } as const;
  return [
    {
      ...common,
      name: "watch",
      summary: "Watch a plan until it is complete or has failed",
      about:
        "It redraws on a terminal, and writes a line for each change elsewhere. The plan continues when the watch stops.",
      examples: [`${name} plans watch`, `${name} plans watch --json`],
      flags: [],
      run: async (given, context) => (await import("./watch-plan.ts")).watchPlanCommand(kind, given, context),
    },
    {
      ...common,
      name: "wait",
      summary: "Wait until a plan is complete",
      about: "The exit code is 0 when the plan is complete, 13 when it has failed, and 14 after --timeout.",
      examples: [`${name} plans wait --timeout 10m`],
      flags: [],
      run: async (given, context) => (await import("./wait-plan.ts")).waitPlanCommand(kind, given, context),
    },
  ];
}
