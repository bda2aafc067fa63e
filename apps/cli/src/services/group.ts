import { type Command, type Group, hasFlag, offersFor, type Positional } from "@reeve/commands";
import { dashed, defined, isExtension, type ListedOperation, listOperations, ReeveError } from "@reeve/contract";
import { listNodes, startRollingRestart } from "@reeve/scheduler-models";
import { operationCommand } from "../operations/command.ts";
import type { ServiceKind } from "./kind.ts";

/** All commands of a service: its operations by noun and verb, and the commands that need more than one call. */
export function serviceGroup(kind: ServiceKind, aliases: readonly string[]): Group {
  const { name, about, revisions } = kind.api;
  const nouns = Map.groupBy(listOperations(kind.api), ({ noun }) => noun);
  return {
    name,
    aliases,
    summary: `${about} (${revisions.join(", ")})`,
    examples: [],
    entries: [...[...nouns].map(([noun, verbs]) => nounGroup(kind, noun, verbs)), restartCommand(kind)],
  };
}

/** The short command of the rolling restart. */
function restartCommand(kind: ServiceKind): Command {
  const { name } = kind.api;
  const listed = listOperations(kind.api).find(({ operation }) => operation === startRollingRestart);
  if (!listed) throw new Error(`${name} has no rolling restart`);
  const start = operationCommand(kind, listed);
  return {
    ...start,
    name: "restart",
    examples: [`${name} restart --all --wait`, `${name} restart --type ${EXAMPLES[name]}`],
    flags: [{ name: "all", summary: "restart the nodes of all types" }, ...(start.flags ?? [])],
    run: async (input, context) => {
      if (hasFlag(input, "all") !== hasFlag(input, "type")) return start.run(input, context);
      const one = `reeve ${name} nodes restart NODE restarts a single node`;
      throw new ReeveError("bad-input", `give either --all, or --type for the nodes of one type; ${one}`);
    },
  };
}

const EXAMPLES = { broker: "broker", "wide-column": "node", "file-system": "data" } as const;

/** The commands of one noun, made on demand, because a command line uses only one noun. */
function nounGroup(kind: ServiceKind, noun: string, verbs: readonly ListedOperation[]): Group {
  return {
    name: dashed(noun),
    summary: verbs
      .filter((listed) => !isExtension(kind.api, listed))
      .map(({ verb }) => dashed(verb))
      .join(", "),
    examples: [],
    get entries() {
      const commands = verbs.filter((listed) => !isExtension(kind.api, listed)).map((listed) => operationCommand(kind, listed));
      if (noun === "plans") return [...commands, ...planCommands(kind)];
      return verbs.some(({ operation }) => operation === listNodes) ? [...commands, waitForNodes(kind, noun)] : commands;
    },
  };
}

function waitForNodes(kind: ServiceKind, noun: string): Command {
  return {
    name: "wait",
    summary: "Wait until every node runs",
    about: "Only the Reeve service supports this. The exit code is 14 after --timeout; the message says what the other nodes do.",
    examples: [`${kind.api.name} ${noun} wait --timeout 10m`],
    effect: "read",
    run: async (input, context) => (await import("./plans.ts")).waitNodesCommand(kind, input, context),
  };
}

/** The plan commands that send more than one request. */
function planCommands(kind: ServiceKind): readonly Command[] {
  const { name } = kind.api;
  const offers = offersFor(kind.api, { names: "plan", hasCommas: false });
  const plan: Positional = defined({ name: "plan", summary: "name of the plan (default: deploy)", required: false, offers });
  const common = { positionals: [plan], effect: "read" } as const;
  return [
    {
      ...common,
      name: "watch",
      summary: "Watch a plan until it is complete or has failed",
      about:
        "On a terminal, the display is updated in place; elsewhere, each change is printed as a line. The plan continues when the watch ends.",
      examples: [`${name} plans watch`, `${name} plans watch --json`],
      run: async (input, context) => (await import("./plans.ts")).watchPlanCommand(kind, input, context),
    },
    {
      ...common,
      name: "wait",
      summary: "Wait until a plan is complete",
      about: "The exit code is 0 when the plan is complete, 13 when it has failed, and 14 after --timeout.",
      examples: [`${name} plans wait --timeout 10m`],
      run: async (input, context) => (await import("./plans.ts")).waitPlanCommand(kind, input, context),
    },
  ];
}
