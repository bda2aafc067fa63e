import { type Command, dashed, type Flag, type Positional } from "@reeve/commands";
import { type AnyOperation, type ListedOperation, routeTextsOf } from "@reeve/contract";
import type { ServiceKind } from "../services/kind.ts";
import { type Field, fieldsOf, isIdentifying, placeholder, typedAs } from "./field.ts";
import { offersFor } from "./live-sources.ts";
import { secretFlags } from "./secret-flags.ts";

/**
 * Makes the command of an operation from the operation's declaration. The arguments are computed on demand, because most commands are only
 * listed.
 */
export function operationCommand(kind: ServiceKind, listed: ListedOperation): Command {
  const { operation, noun, verb, name, revisions } = listed;
  let known: readonly Field[] | undefined;
  const fields = () => {
    known ??= fieldsOf(operation);
    return known;
  };
  const path = `${kind.api.name} ${dashed(noun)} ${dashed(verb)}`;
  return {
    name: dashed(verb),
    summary: operation.summary,
    about: [operation.about, operation.consequence && `It asks for confirmation.`].filter(Boolean).join(" "),
    get examples() {
      return [`${path}${exampleOf(fields(), operation.example as Record<string, unknown>)}`];
    },
    get positionals() {
      return fields()
        .filter(isIdentifying)
        .map((field) => positionalOf(kind, field, operation));
    },
    get flags() {
      return [
        ...fields()
          .filter((field) => !isIdentifying(field))
          .flatMap((field) => flagsOf(kind, field, operation)),
        ...(operation.body.length > 0 ? [INPUT] : []),
        ...(kind.waits.has(name) ? [WAIT] : []),
        ...(verb === "list" ? [WATCH] : []),
      ];
    },
    effect: operation.effect,
    hasDryRun: true,
    listsMissing: true,
    routes: revisions.flatMap((revision) => routeTextsOf(operation, revision).map((route) => ({ revision, route }))),
    run: async (given, context) => (await import("./run.ts")).runOperation(kind, listed, fields(), given, context),
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
  summary: "show the list again whenever it changes, until Ctrl-C or --timeout",
};

function positionalOf(kind: ServiceKind, field: Field, operation: AnyOperation): Positional {
  const fallback = field.fallback === undefined ? "" : ` (default: ${field.fallback})`;
  const offers = offersFor(kind.api, field.name, operation);
  return {
    name: field.name,
    summary: field.about + fallback,
    required: field.required,
    ...(offers && { offers }),
  };
}

function flagsOf(kind: ServiceKind, field: Field, operation: AnyOperation): readonly Flag[] {
  if (field.isSecret) return secretFlags(field);
  if (field.isSwitch) return [{ name: field.flag, summary: field.about }];
  const offers = offersFor(kind.api, field.name, operation);
  return [
    {
      name: field.flag,
      takes: placeholder(field),
      summary: field.about,
      // The fields of the body may come from a file, so a missing field is only reported after the file has been read.
      required: field.required && !field.travelsInBody,
      many: field.element !== undefined,
      ...(field.isChoice && { choices: field.words }),
      ...(offers && { offers }),
      ...(field.words.length > 0 && { offers: { words: field.words } }),
    },
  ];
}

/** Writes the declared example of an operation as a command line. */
function exampleOf(fields: readonly Field[], example: Readonly<Record<string, unknown>>): string {
  return typedAs(fields, example)
    .map((each) => ` ${each}`)
    .join("");
}
