import { type Command, type Flag, flagsOf, positionalOf } from "@reeve/commands";
import { type AnyOperation, commandLineOf, dashed, extensionOf, fieldsOf, type ListedOperation, routeTextsOf } from "@reeve/contract";
import type { ServiceKind } from "../services/kind.ts";

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
    about: [operation.about, operation.consequence && `It asks for confirmation.`, severalWords(operation)].filter(Boolean).join(" "),
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

const WAIT: Flag = { name: "wait", summary: "wait until the operation is complete; if --timeout ends the wait, show what is not done yet" };

const WATCH: Flag = { name: "watch", short: "w", summary: "show the list again whenever it changes, until q, Ctrl-C or --timeout" };
