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
import type { Settings } from "@reeve/profiles";
import { serviceKind, serviceNames } from "../../services/by-name.ts";

/** What a typed request would do. */
export interface Meaning {
  /** Decides whether it may be sent again. */
  readonly effect: Effect;
  accepts(answer: WireAnswer): boolean;
  /** Fields of the body that may be secret even though no operation declares them: the request may be mistyped. */
  readonly secrets: ReadonlySet<string>;
  /** The read that verifies the operation's change, and its path. */
  readonly verification?: Verification;
  readonly verifyAt?: string;
}

/**
 * Finds out what a request does by matching it against every operation: `GET /plan/continue` is a change. If one of the matches changes
 * something, so does the request; an unknown GET counts as a read.
 */
export async function meaningOf({ method, path, query }: Request, settings: Settings): Promise<Meaning> {
  const found: AnyOperation[] = [];
  const secrets = new Set<string>();
  let shown: Pick<Meaning, "verification" | "verifyAt"> | undefined;
  for (const name of serviceNames) {
    const { api } = await serviceKind(name);
    for (const { operation } of listOperations(api)) for (const field of secretFields(operation)) secrets.add(field);
    const service = settings.service[name]?.value;
    const isOther = service !== undefined && path.startsWith("/service/") && !path.startsWith(`/service/${service}/`);
    if (isOther) continue;
    for (const revision of api.revisions) {
      const match = createRouter(api, revision).match(method, query === "" ? path : `${path}?${query}`);
      if (match.kind !== "operation") continue;
      found.push(match.operation);
      shown ??= verifiedBy(api, revision, match);
    }
  }
  const isRead = found.length === 0 ? method === "GET" : found.every(({ effect }) => effect === "read");
  return {
    effect: isRead ? "read" : "change",
    accepts: ({ status, body }) =>
      typeof body === "object" && body !== null && found.some(({ output }) => carriesValue(output, status)),
    secrets,
    ...shown,
  };
}

/** The read that verifies a request that is a change in this revision. */
function verifiedBy(
  api: AnyApi,
  revision: string,
  match: RouteMatch,
): Pick<Meaning, "verification" | "verifyAt"> | undefined {
  if (match.operation.effect === "read") return undefined;
  const verification = verificationOf(api, match.operation, match.fields);
  const read = listOperations(api, revision).find(({ name }) => name === verification?.operation);
  if (!verification || !read) return undefined;
  const { path, query } = buildRequest(read.operation, { revision, service: match.service, input: verification.input });
  return { verification, verifyAt: query === "" ? path : `${path}?${query}` };
}
