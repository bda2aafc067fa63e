import { type Command, flagOf, outputChoiceOf, wordOf, writeResult } from "@reeve/commands";
import { type AnyApi, dashed, listOperations, ReeveError, routeTextsOf } from "@reeve/contract";
import { type KindName, kinds, readPerKind } from "@reeve/profiles";
import { type Column, table } from "@reeve/terminal";
import { serviceKind } from "../services/kind.ts";

/** Lists every operation with its routes. */
export const operationsCommand: Command = {
  name: "operations",
  summary: "List every operation, with the route of each revision",
  about: "With --revision R3, or broker=R3, only the operations of that revision are listed.",
  examples: ["operations", "operations broker", "operations broker --revision R3", "operations --json"],
  positionals: [{ name: "service", summary: `one of ${kinds.join(", ")} (default: all)`, required: false, offers: { words: kinds } }],
  effect: "read",
  run: async (input, { terminal }) => {
    const named = wordOf(input, "service");
    const chosen = await Promise.all((named === undefined ? kinds : [named]).map(serviceKind));
    const apis = chosen.map(({ api }) => api);
    const rows = rowsIn(apis, flagOf(input, "revision"));
    const output = outputChoiceOf(input);
    const lines = () => table(rows, columns, terminal.results.style());
    await writeResult({ body: rows, named: rows.map(({ command }) => command), lines }, output, terminal);
  },
};

type Row = ReturnType<typeof rowsOf>[number];

/** The rows of all revisions, or of one revision: `R3` filters every kind, and `broker=R3` filters brokers only. */
function rowsIn(apis: readonly (AnyApi & { readonly name: KindName })[], text: string | undefined): readonly Row[] {
  const revisions = readPerKind(text, "--revision");
  const isOfOne = text !== undefined && !text.includes("=");
  if (isOfOne && !apis.some(({ revisions }) => revisions.includes(text))) throw noRevision(text, apis);
  return apis.flatMap((api) => {
    const revision = revisions[api.name];
    if (revision === undefined) return rowsOf(api);
    if (!isOfOne && !api.revisions.includes(revision)) throw noRevision(revision, [api]);
    return rowsOf(api).filter(({ revisions }) => revisions.includes(revision));
  });
}

function noRevision(typed: string, apis: readonly AnyApi[]): ReeveError {
  const known = apis.flatMap(({ revisions }) => revisions).join(", ");
  return new ReeveError("bad-input", `--revision: expected ${known}, got ${JSON.stringify(typed)}`);
}

/** One row for each route, because several revisions may share a route. */
function rowsOf(api: AnyApi) {
  return listOperations(api).flatMap(({ noun, verb, operation, revisions }) => {
    const routes = new Set(revisions.flatMap((revision) => routeTextsOf(operation, revision)));
    const command = `${api.name} ${dashed(noun)} ${dashed(verb)}`;
    return [...routes].map((route) => {
      const having = revisions.filter((revision) => routeTextsOf(operation, revision).includes(route));
      return { command, effect: operation.effect, revisions: having, route };
    });
  });
}

const columns: readonly Column<Row>[] = [
  { head: "COMMAND", cell: ({ command }) => command },
  { head: "EFFECT", cell: ({ effect }) => effect },
  { head: "REVISIONS", cell: ({ revisions }) => revisions.join(" ") },
  { head: "ROUTE", cell: ({ route }) => route },
];
