import { type Command, dashed, type Flag, type Offers, type Positional } from "@reeve/commands";
import {
  type AnyOperation,
  commandLineOf,
  extensionOf,
  fieldsOf,
  flagNameOf,
  type InputField,
  type ListedOperation,
  routeTextsOf,
} from "@reeve/contract";
import type { ServiceKind } from "../services/kind.ts";
import { PAIR, placeholder, secretFlags } from "./field.ts";
import { offersFor } from "./live-names.ts";

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
    about: [operation.about, operation.consequence && `It asks for confirmation.`, severalWords(operation)]
      .filter(Boolean)
      .join(" "),
    get examples() {
      return forms.map((form) =>
        commandLineOf(kind.api.name, { ...form, verb }, form.operation.example as Record<string, unknown>),
      );
    },
    get positionals() {
      return fields()
        .filter(({ isPositional }) => isPositional)
        .map((field) => positionalOf(kind, field, operation.each));
    },
    get flags() {
      return [
        ...fields()
          .filter(({ isPositional }) => !isPositional)
          .flatMap((field) => flagsOf(kind, field)),
        ...(whole.body.length > 0 ? [INPUT] : []),
        ...(operation.wait ? [WAIT] : []),
        ...(operation.list ? [WATCH] : []),
      ];
    },
    effect: operation.effect,
    hasDryRun: true,
    listsMissing: true,
    routes: forms.flatMap((form) =>
      form.revisions.flatMap((revision) =>
        routeTextsOf(form.operation, revision).map((route) => ({ revision, route })),
      ),
    ),
    run: async (input, context) => (await import("./run.ts")).runOperation(kind, listed, input, context),
  };
}

function severalWords({ each }: AnyOperation): string {
  return each === undefined ? "" : `Several names are taken one after another; the first that fails ends the command.`;
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

function positionalOf(kind: ServiceKind, field: InputField, each: string | undefined): Positional {
  const fallback = field.fallback === undefined ? "" : ` (default: ${field.fallback})`;
  const offers = field.isPairs ? pairOffers(field) : offersFor(kind.api, field);
  return {
    name: field.name,
    ...(field.isPairs && { placeholder: PAIR }),
    summary: field.about + fallback,
    required: field.required,
    ...((field.isPairs || field.name === each) && { many: true }),
    ...(offers && { offers }),
  };
}

/** Completion ends the name of a pair with the equals sign. */
function pairOffers({ values }: InputField): Offers {
  return { words: values.map((name) => `${name}=`) };
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
      many: field.element !== undefined || field.isPairs,
      ...(field.isChoice && { choices: field.values }),
      ...(offers && { offers }),
      ...(field.values.length > 0 && { offers: field.isPairs ? pairOffers(field) : { words: field.values } }),
    },
  ];
}
