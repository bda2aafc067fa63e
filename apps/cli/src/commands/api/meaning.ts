import {
  type AnyApi,
  type AnyOperation,
  buildRequest,
  carriesValue,
  createRouter,
  type Effect,
  listOperations,
  type Request,
  type RouteMatch,
  secretFields,
  type Verification,
  verificationOf,
  type WireAnswer,
} from "@reeve/contract";
import { kinds, type Settings } from "@reeve/profiles";
import { serviceKind } from "../../services/kind.ts";

/** What Reeve knows about a request that the user typed with `reeve api`. */
interface Meaning {
  /** A request with the effect `read` is retried after a failure. */
  readonly effect: Effect;
  accepts(answer: WireAnswer): boolean;
  /** The names of all secret fields. A mistyped request matches no operation, but its body may still hold a secret. */
  readonly secrets: ReadonlySet<string>;
  /** The read operation that verifies a change, and that operation's path. */
  readonly verification?: Verification;
  readonly verifyAt?: string;
}

/**
 * Finds the effect of a request from the operations that match the request, because the method alone does not tell: `GET /plan/continue` is
 * a change. If one of the matching operations is a change, the request counts as a change. A GET that matches no operation counts as a
 * read.
 */
export async function meaningOf({ method, path, query }: Request, settings: Settings): Promise<Meaning> {
  const matches: AnyOperation[] = [];
  const secrets = new Set<string>();
  let shown: Pick<Meaning, "verification" | "verifyAt"> | undefined;
  for (const name of kinds) {
    const { api } = await serviceKind(name);
    for (const { operation } of listOperations(api)) for (const field of secretFields(operation)) secrets.add(field);
    const service = settings.service[name]?.value;
    const isOther = service !== undefined && path.startsWith("/service/") && !path.startsWith(`/service/${service}/`);
    if (isOther) continue;
    for (const revision of api.revisions) {
      const match = createRouter(api, revision).match(method, query === "" ? path : `${path}?${query}`);
      if (match.kind !== "operation") continue;
      matches.push(match.operation);
      shown ??= verifiedBy(api, revision, match);
    }
  }
  const isRead = matches.length === 0 ? method === "GET" : matches.every(({ effect }) => effect === "read");
  return {
    effect: isRead ? "read" : "change",
    accepts: ({ status, body }) => typeof body === "object" && body !== null && matches.some(({ output }) => carriesValue(output, status)),
    secrets,
    ...shown,
  };
}

/**
 * Returns the read operation that shows whether the requested change was made; undefined if the request is not a change in this revision.
 */
function verifiedBy(api: AnyApi, revision: string, match: RouteMatch): Pick<Meaning, "verification" | "verifyAt"> | undefined {
  if (match.operation.effect === "read") return undefined;
  const verification = verificationOf(api, match.operation, match.fields);
  const read = listOperations(api, revision).find(({ name }) => name === verification?.operation);
  if (!verification || !read) return undefined;
  const { path, query } = buildRequest(read.operation, { revision, service: match.service, input: verification.input });
  return { verification, verifyAt: query === "" ? path : `${path}?${query}` };
}
