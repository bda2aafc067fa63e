import { type Command, flagOf, outputChoiceOf, wordOf, writeResult } from "@reeve/commands";
import { type AnyApi, dashed, listOperations, ReeveError, routeTextsOf } from "@reeve/contract";
import { type KindName, readPerKind } from "@reeve/profiles";
import { type Column, table } from "@reeve/terminal";
import { serviceKind, serviceNames } from "../services/kind.ts";

/** Lists every operation with its routes. */
export const operationsCommand: Command = {
  name: "operations",
  summary: "List every operation, with the route of each revision",
  about: "With --revision R3, or broker=R3, only the operations of that revision are listed.",
  examples: ["operations", "operations broker", "operations broker --revision R3", "operations --json"],
  positionals: [
    { name: "service", summary: `one of ${serviceNames.join(", ")} (default: all)`, required: false, offers: { words: serviceNames } },
  ],
  effect: "read",
  run: async (input, { terminal }) => {
    const named = wordOf(input, "service");
    const kinds = await Promise.all((named === undefined ? serviceNames : [named]).map(serviceKind));
    const rows = rowsIn(
      kinds.map(({ api }) => api),
      flagOf(input, "revision"),
    );
    const output = outputChoiceOf(input);
    const lines = () => table(rows, columns, terminal.results.style());
    await writeResult({ body: rows, named: rows.map(({ command }) => command), lines }, output, terminal);
  },
};

interface Row {
  readonly command: string;
  readonly effect: string;
  readonly revisions: readonly string[];
  readonly route: string;
}

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
function rowsOf(api: AnyApi): readonly Row[] {
  return listOperations(api).flatMap(({ noun, verb, operation, revisions }) => {
    const byRoute = new Map<string, string[]>();
    for (const revision of revisions) {
      for (const route of routeTextsOf(operation, revision)) {
        byRoute.set(route, [...(byRoute.get(route) ?? []), revision]);
      }
    }
    const command = `${api.name} ${dashed(noun)} ${dashed(verb)}`;
    return [...byRoute].map(([route, having]) => ({ command, effect: operation.effect, revisions: having, route }));
  });
}

const columns: readonly Column<Row>[] = [
  { head: "COMMAND", cell: ({ command }) => command },
  { head: "EFFECT", cell: ({ effect }) => effect },
  { head: "REVISIONS", cell: ({ revisions }) => revisions.join(" ") },
  { head: "ROUTE", cell: ({ route }) => route },
];
