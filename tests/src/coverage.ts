import {
  type AnyApi,
  createRouter,
  type ListedOperation,
  listOperations,
  type Match,
  type Route,
  type RouteMatch,
  routesOf,
} from "@reeve/contract";
import { apis } from "./apis.ts";
import { type DocumentedRow, documentedRows } from "./documented-rows.ts";

/** A row of the documents in one revision, with the operation that answers it. */
export interface CoveredRow {
  readonly row: DocumentedRow;
  readonly revision: string;
  readonly method: string;
  /** The path and query of the row, with sample values instead of parameters. */
  readonly target: string;
  /** The route that answers the row; undefined if no route fits the row as printed. */
  readonly found: RouteMatch | undefined;
}

/** A route that is in no row of the documents, with the reason why it exists. */
export interface ExtraRoute {
  readonly api: AnyApi;
  readonly revision: string;
  readonly listed: ListedOperation;
  readonly route: Route;
  readonly reason: string | undefined;
}

/** Sample values of path parameters. Each value fits all operations that have the parameter. */
const SAMPLES: Readonly<Record<string, string>> = {
  broker_id: "1",
  topic: "orders",
  config_id: "1915bcad-1235-400f-8406-4ac7555a7d34",
  plan: "recovery",
  node_id: "name-0",
  node_number: "0",
  service_name: "demo",
};

const QUERY_SAMPLES: Readonly<Record<string, string>> = {
  name: "orders",
  partitions: "3",
  replication: "2",
  messages: "1000",
};

/** Sends every documented row through the router of its revision. */
export function coverRows(): readonly CoveredRow[] {
  return documentedRows.flatMap((row) => {
    const api = apiNamed(row.api);
    return row.revisions.flatMap((revision) => {
      const router = createRouter(api, revision);
      const target = sampleTarget(row, revision);
      return row.methods.map((method) => ({
        row,
        revision,
        method,
        target,
        found: exactly(router.match(method, target)),
      }));
    });
  });
}

/** The routes that are in no row of the documents. */
export function extraRoutes(covered: readonly CoveredRow[]): readonly ExtraRoute[] {
  const used = new Set(covered.flatMap(({ found }) => (found ? [found.route] : [])));
  return apis.flatMap((api) =>
    api.revisions.flatMap((revision) =>
      listOperations(api, revision).flatMap((listed) =>
        routesOf(listed.operation, revision)
          .filter((route) => !used.has(route))
          .map((route) => ({ api, revision, listed, route, reason: reasonFor(listed, revision, route) })),
      ),
    ),
  );
}

/** Rows whose route accepts more than the row prints: the row has `deploy`, but its route accepts the name of any plan. */
export function widerRoutes(covered: readonly CoveredRow[]): readonly CoveredRow[] {
  return covered.filter(({ row, found }) => found && row.path.includes("/deploy") && found.route.text.includes("/{plan}"));
}

/** Rows that the documents print in two contradictory ways, with our decision. */
export const decisions: readonly { readonly row: string; readonly decision: string }[] = [
  {
    row: "POST and GET /topics/{topic}",
    decision: "Both belong to one operation. Clients send GET, because the operation changes nothing; the service answers both.",
  },
  {
    row: "GET {base_url}/{service_name}/v1/connection",
    decision:
      "Clients send the request under /service, like every other request. If the answer is 404, they send the short form that the document contains. The service answers both.",
  },
];

function reasonFor({ name, operation }: ListedOperation, revision: string, { text, own }: Route): string | undefined {
  if (own) return "Reeve added this route, under a prefix of its own; other servers do not have it.";
  if (name === "connection.show" && text === "GET /connection") return decisions[1]?.decision;
  return operation.extensions[revision];
}

/** The match, if its route has every parameter of the row. Other parameters of the route must be optional. */
function exactly(match: Match): RouteMatch | undefined {
  return match.kind === "operation" && match.unknownParameters.length === 0 ? match : undefined;
}

function sampleTarget({ path, query }: DocumentedRow, revision: string): string {
  const full = path.startsWith("{base_url}") ? path.replace("{base_url}", "") : `/service/demo/v1${path}`;
  const filled = full.replace(/\{(\w+)\}/g, (_, name: string) => SAMPLES[name] ?? "");
  const samples: Record<string, string | undefined> = { ...QUERY_SAMPLES, time: revision === "R3" ? "-1" : "last" };
  const sent = parts(query).map(([name, value]) => `${name}=${value === "" ? samples[name] : value}`);
  return sent.length === 0 ? filled : `${filled}?${sent.join("&")}`;
}

function parts(query: string): [string, string][] {
  return [...new URLSearchParams(query)];
}

function apiNamed(name: string): AnyApi {
  const api = apis.find((each) => each.name === name);
  if (!api) throw new Error(`no API is called ${name}`);
  return api;
}
