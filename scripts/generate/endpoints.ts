import { type CoveredRow, coverRows, decisions, extraRoutes, widerRoutes } from "@reeve/tests/coverage";
import { documentedRows } from "@reeve/tests/documented-rows";

/** Writes the page with every endpoint of the API documents and the operation that answers it. */
export function endpointsPage(): string {
  const covered = coverRows();
  const extra = extraRoutes(covered);
  return [
    "# Endpoints",
    "",
    "This page lists every endpoint in the documents that specify the three APIs, and the operation that answers it. The endpoints were",
    "copied from the documents by hand. For each endpoint, the page shows the operation that the contract's router finds. Made by `npm run generate`.",
    "",
    `The documents contain ${documentedRows.length} endpoints. Counted by revision and method, these are ${covered.length} routes; ${covered.filter(({ found }) => !found).length} of them have no operation.`,
    "",
    "| service | revision | endpoint in the document | operation | effect |",
    "|---|---|---|---|---|",
    ...covered.map(rowLine),
    "",
    "## Endpoints that the documents contain in two forms",
    "",
    ...decisions.map(({ row, decision }) => `- \`${row}\`: ${decision}`),
    "",
    "## Routes that no document contains",
    "",
    "| service | revision | route | operation | why |",
    "|---|---|---|---|---|",
    ...extra.map(
      ({ api, revision, listed, route, reason }) =>
        `| ${api.name} | ${revision} | \`${route.text}\` | ${listed.name} | ${reason ?? "no reason"} |`,
    ),
    "",
    "Requests that control a plan also take an optional `phase` (and `step`, which R1 calls `block`): newer servers accept these parameters, but the documents do not contain them.",
    "",
    "## Routes that accept more than the documents say",
    "",
    "| service | revision | endpoint in the document | route | why |",
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
