import { type CoveredRow, coverRows, decisions, extraRoutes, widerRoutes } from "@reeve/tests/coverage";
import { documentedRows } from "@reeve/tests/documented-rows";

/** Writes the page with every endpoint row of the API documents and the operation that answers it. */
export function endpointsPage(): string {
  const covered = coverRows();
  const extra = extraRoutes(covered);
  return [
    "# Endpoints",
    "",
    "Every endpoint row of the three API documents, and the operation that answers it. The rows are written by hand, not derived",
    "from the contract; this page shows which operation the contract's router finds for each row. Made by `npm run generate`.",
    "",
    `${documentedRows.length} rows, ${covered.length} routes of them by revision and method, ${covered.filter(({ found }) => !found).length} without an operation.`,
    "",
    "| service | revision | row of the document | operation | effect |",
    "|---|---|---|---|---|",
    ...covered.map(rowLine),
    "",
    "## Printed in two ways",
    "",
    ...decisions.map(({ row, decision }) => `- \`${row}\`: ${decision}`),
    "",
    "## Routes that no row prints",
    "",
    "| service | revision | route | operation | why |",
    "|---|---|---|---|---|",
    ...extra.map(
      ({ api, revision, listed, route, reason }) =>
        `| ${api.name} | ${revision} | \`${route.text}\` | ${listed.name} | ${reason ?? "no reason"} |`,
    ),
    "",
    "Controls of a plan also take an optional `phase` (and `step`, which R1 calls `block`): newer servers accept them, but no row has them.",
    "",
    "## Routes that take more than their row prints",
    "",
    "| service | revision | row | route | why |",
    "|---|---|---|---|---|",
    ...widerRoutes(covered).map(
      ({ row, revision, method, found }) =>
        `| ${row.api} | ${revision} | \`${method} ${row.path}\` | \`${found?.route.text}\` | ${found?.operation.extensions[revision]} |`,
    ),
    "",
  ].join("\n");
}

function rowLine({ row, revision, method, found }: CoveredRow): string {
  const query = row.query === "" ? "" : `?${row.query}`;
  return `| ${row.api} | ${revision} | \`${method} ${row.path}${query}\` | ${found?.name ?? "**none**"} | ${found?.operation.effect ?? ""} |`;
}
