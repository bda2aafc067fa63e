import { type Command, dashed, type Flag, type Positional, placeholder, secretFlags } from "@reeve/commands";
import {
  commandLineOf,
  fieldsOf,
  flagNameOf,
  type InputField,
  type ListedOperation,
  routeTextsOf,
} from "@reeve/contract";
import type { ServiceKind } from "../services/kind.ts";
import { offersFor } from "./live-names.ts";

/**
 * Makes the command of an operation from the operation's declaration. The arguments are computed on demand, because most commands are only
 * listed.
 */
export function operationCommand(kind: ServiceKind, listed: ListedOperation): Command {
  const { operation, verb, revisions } = listed;
  const fields = () => fieldsOf(operation);
  return {
    name: dashed(verb),
    summary: operation.summary,
    about: [operation.about, operation.consequence && `It asks for confirmation.`].filter(Boolean).join(" "),
    get examples() {
      return [commandLineOf(kind.api.name, listed, operation.example as Record<string, unknown>)];
    },
    get positionals() {
      return fields()
        .filter(({ isPositional }) => isPositional)
        .map((field) => positionalOf(kind, field));
    },
    get flags() {
      return [
        ...fields()
          .filter(({ isPositional }) => !isPositional)
          .flatMap((field) => flagsOf(kind, field)),
        ...(operation.body.length > 0 ? [INPUT] : []),
        ...(operation.wait ? [WAIT] : []),
        ...(operation.list ? [WATCH] : []),
      ];
    },
    effect: operation.effect,
    hasDryRun: true,
    listsMissing: true,
    routes: revisions.flatMap((revision) => routeTextsOf(operation, revision).map((route) => ({ revision, route }))),
    run: async (input, context) => (await import("./run.ts")).runOperation(kind, listed, input, context),
  };
}

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

function positionalOf(kind: ServiceKind, field: InputField): Positional {
  const fallback = field.fallback === undefined ? "" : ` (default: ${field.fallback})`;
  const offers = offersFor(kind.api, field);
  return {
    name: field.name,
    summary: field.about + fallback,
    required: field.required,
    ...(offers && { offers }),
  };
}

function flagsOf(kind: ServiceKind, field: InputField): readonly Flag[] {
  if (field.isSecret) return secretFlags(field);
  if (field.isSwitch) return [{ name: flagNameOf(field), summary: field.about }];
  const offers = offersFor(kind.api, field);
  return [
    {
      name: flagNameOf(field),
      takes: placeholder(field),
      summary: field.about,
      // The fields of the body may come from a file, so a missing field is only reported after the file has been read.
      required: field.required && !field.isInBody,
      many: field.element !== undefined,
      ...(field.isChoice && { choices: field.values }),
      ...(offers && { offers }),
      ...(field.values.length > 0 && { offers: { words: field.values } }),
    },
  ];
}
