import { type AnyApi, listOperations } from "@reeve/contract";
import { type Column, table } from "@reeve/terminal";
import type { Command } from "../model/command.ts";
import { wordOf } from "../model/given.ts";
import { dashed } from "../model/spelling.ts";
import { writeResult } from "../output/result.ts";
import { wantedOf } from "../output/wanted.ts";
import { serviceKind, serviceNames } from "../services/by-name.ts";

/** Lists every operation with its routes. */
export const operations: Command = {
  name: "operations",
  summary: "List every operation, with the route of each revision",
  examples: ["operations", "operations broker", "operations --json"],
  positionals: [
    {
      name: "service",
      summary: `one of ${serviceNames.join(", ")}; all when left out`,
      required: false,
      offers: { words: serviceNames },
    },
  ],
  flags: [],
  effect: "read",
  run: async (given, { terminal }) => {
    const named = wordOf(given, "service");
    const kinds = await Promise.all((named === undefined ? serviceNames : [named]).map(serviceKind));
    const rows = kinds.flatMap(({ api }) => rowsOf(api));
    const wanted = wantedOf(given);
    const lines = () => table(rows, columns, terminal.results.look());
    await writeResult({ body: rows, named: rows.map(({ command }) => command), lines }, wanted, terminal);
  },
};

interface Row {
  readonly command: string;
  readonly effect: string;
  readonly revisions: readonly string[];
  readonly route: string;
}

/** A row for each route; revisions that ask in the same way share one. */
function rowsOf(api: AnyApi): readonly Row[] {
  return listOperations(api).flatMap(({ noun, verb, operation, revisions }) => {
    const byRoute = new Map<string, string[]>();
    for (const revision of revisions) {
      for (const route of [operation.routes[revision] ?? []].flat()) {
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
