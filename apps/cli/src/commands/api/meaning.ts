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
  verificationOf,
  type WireAnswer,
} from "@reeve/contract";
import { kinds, type Settings } from "@reeve/profiles";
import { serviceKind } from "../../services/kind.ts";

/**
 * Finds the effect of a request from the operations that match the request, because the method alone does not tell: `GET /plan/continue` is
 * a change. If one of the matching operations is a change, the request counts as a change. A GET that matches no operation counts as a
 * read.
 */
export async function meaningOf({ method, path, query }: Request, settings: Settings) {
  const matches: AnyOperation[] = [];
  const secrets = new Set<string>();
  let shown: ReturnType<typeof verifiedBy>;
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
  const effect: Effect = isRead ? "read" : "change";
  return {
    effect,
    accepts: ({ status, body }: WireAnswer) =>
      typeof body === "object" && body !== null && matches.some(({ output }) => carriesValue(output, status)),
    /** The names of all secret fields. A mistyped request matches no operation, but its body may still hold a secret. */
    secrets,
    ...shown,
  };
}

/**
 * Returns the read operation that shows whether the requested change was made, and its path; undefined if the request is not a change in
 * this revision.
 */
function verifiedBy(api: AnyApi, revision: string, match: RouteMatch) {
  if (match.operation.effect === "read") return undefined;
  const verification = verificationOf(api, match.operation, match.fields);
  const read = listOperations(api, revision).find(({ name }) => name === verification?.operation);
  if (!verification || !read) return undefined;
  const { path, query } = buildRequest(read.operation, { revision, service: match.service, input: verification.input });
  return { verification, verifyAt: query === "" ? path : `${path}?${query}` };
}
