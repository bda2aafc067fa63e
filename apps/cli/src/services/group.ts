import { type Command, type Flag, flagsOf, type Group, hasFlag, offersFor, type Positional, positionalOf } from "@reeve/commands";
import {
  commandLineOf,
  dashed,
  defined,
  extensionOf,
  fieldsOf,
  isExtension,
  type ListedOperation,
  listOperations,
  ReeveError,
  routeTextsOf,
} from "@reeve/contract";
import { listNodes, startRollingRestart } from "@reeve/scheduler-models";
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

/** The commands of one noun, made on demand, because a command line uses only one noun. */
function nounGroup(kind: ServiceKind, noun: string, verbs: readonly ListedOperation[]): Group {
  const own = verbs.filter((listed) => !isExtension(kind.api, listed));
  return {
    name: dashed(noun),
    summary: own.map(({ verb }) => dashed(verb)).join(", "),
    examples: [],
    get entries() {
      const commands = own.map((listed) => operationCommand(kind, listed));
      if (noun === "plans") return [...commands, ...planCommands(kind)];
      return verbs.some(({ operation }) => operation === listNodes) ? [...commands, waitForNodes(kind, noun)] : commands;
    },
  };
}

/**
 * Makes the command of an operation from the operation's declaration. The arguments are computed on demand, because most commands are only
 * listed.
 */
export function operationCommand(kind: ServiceKind, listed: ListedOperation): Command {
  const { operation, verb } = listed;
  const extension = extensionOf(kind.api, listed);
  const forms = extension ? [listed, extension] : [listed];
  const { operation: whole } = extension ?? listed;
  const fields = () => fieldsOf(whole);
  return {
    name: dashed(verb),
    ...(extension && { aliases: [dashed(extension.verb)] }),
    summary: operation.summary,
    about: [operation.about, operation.consequence && `It asks for confirmation.`, operation.each && SEVERAL].filter(Boolean).join(" "),
    get examples() {
      return forms.map((form) => commandLineOf(kind.api.name, { ...form, verb }, form.operation.example as Record<string, unknown>));
    },
    get positionals() {
      return fields()
        .filter(({ isPositional }) => isPositional)
        .map((field) => positionalOf(kind.api, field, operation.each));
    },
    get flags() {
      return [
        ...fields()
          .filter(({ isPositional }) => !isPositional)
          .flatMap((field) => flagsOf(kind.api, field)),
        ...(whole.body.length > 0 ? [INPUT] : []),
        ...(operation.wait ? [WAIT] : []),
        ...(operation.list ? [WATCH] : []),
      ];
    },
    effect: operation.effect,
    hasDryRun: true,
    listsMissing: true,
    routes: forms.flatMap((form) =>
      form.revisions.flatMap((revision) => routeTextsOf(form.operation, revision).map((route) => ({ revision, route }))),
    ),
    run: async (input, context) => (await import("../operations/run.ts")).runOperation(kind, listed, input, context),
  };
}

const SEVERAL = "Several names are taken one after another; the first that fails ends the command.";

const INPUT: Flag = {
  name: "input",
  takes: "FILE",
  summary: "JSON object with the fields of the request; - reads it from standard input",
  offers: { files: true },
};

const WAIT: Flag = {
  name: "wait",
  summary: "wait until the operation is complete; if --timeout ends the wait, show what is not done yet",
};

const WATCH: Flag = {
  name: "watch",
  short: "w",
  summary: "show the list again whenever it changes, until q, Ctrl-C or --timeout",
};

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
