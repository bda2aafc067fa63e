import {
  type AnyApi,
  createRouter,
  type HttpMethod,
  inputOf,
  isReeveError,
  ReeveError,
  type RevisionOf,
  type RouteMatch,
} from "@reeve/contract";
import { onTheWire } from "./on-the-wire.ts";
import { type Answers, isReply, problemReply, type ReceivedRequest, type Reply } from "./reply.ts";

/** Replaces a service without a network: checks requests against the contract, and answers them with the values that the test has set. */
export interface Double {
  /** The client's `url`. */
  readonly url: string;
  /** The client's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** All requests, in order. */
  readonly requests: readonly ReceivedRequest[];
}

/** The optional settings of a test double. */
export interface DoubleOptions {
  /** The base URL, without a trailing slash. No server listens there. */
  readonly url?: string;
  /** The only valid token. By default any token is valid and none is needed. */
  readonly token?: string;
}

/**
 * Makes a test double of one revision of an API. An operation without an answer is refused with a message that names the operation. A
 * request that is not in the contract gets a problem document, as from the Reeve service.
 */
export function createDouble<Api extends AnyApi, const Revision extends RevisionOf<Api>>(
  api: Api,
  revision: Revision,
  answers: Answers<Api, Revision>,
  { url = "https://double.invalid", token }: DoubleOptions = {},
): Double {
  const router = createRouter(api, revision);
  const requests: ReceivedRequest[] = [];

  const answer = async (request: Request): Promise<Reply> => {
    const target = targetOf(request.url, url);
    const received = {
      method: request.method,
      target,
      headers: Object.fromEntries(request.headers),
      body: bodyOf(await request.text()),
    };
    const match = router.match(request.method, target);
    if (match.kind !== "operation") {
      requests.push({ ...received, operation: undefined, input: undefined, service: undefined });
      return refusal(match, api, revision);
    }
    const understood = inputIn(match, received.body);
    const requested = { ...received, operation: match.name, service: match.service, input: understood.input };
    requests.push(requested);
    if (token !== undefined && received.headers.authorization !== `token=${token}`) {
      return problemReply(401, "expected the token", { "www-authenticate": "token" });
    }
    if (understood.problem) return understood.problem;
    return given(answers[match.name as keyof typeof answers], requested, match, revision);
  };

  return {
    url,
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const { status, body, headers } = await answer(request);
      request.signal.throwIfAborted();
      return responseOf(status, body, headers);
    },
  };
}

async function given(answer: unknown, request: ReceivedRequest, match: RouteMatch, revision: string): Promise<Reply> {
  if (answer === undefined) return problemReply(501, `this test double has no answer for ${match.name}: add one`);
  try {
    const value = typeof answer === "function" ? await answer(request.input, request) : answer;
    return isReply(value) ? value : onTheWire(match.operation, revision, value);
  } catch (thrown) {
    if (isReeveError(thrown, "unreachable")) throw new TypeError("fetch failed", { cause: thrown });
    if (isReeveError(thrown)) return problemReply(statuses.get(thrown.code) ?? 500, thrown.message);
    return problemReply(500, `the answer of this test double to ${match.name} threw ${thrown}`);
  }
}

/**
 * The HTTP statuses for the errors that a function among the test's answers may throw. The error `unreachable` has no status: `fetch` then
 * fails, as if there were no server.
 */
const statuses = new Map<ReeveError["code"], number>([
  ["bad-input", 400],
  ["unauthenticated", 401],
  ["forbidden", 403],
  ["not-found", 404],
  ["conflict", 409],
]);

function refusal(match: Exclude<ReturnType<ReturnType<typeof createRouter>["match"]>, RouteMatch>, api: AnyApi, revision: string): Reply {
  if (match.kind === "bad-request") return problemReply(400, match.reason);
  if (match.kind === "unknown-path") return problemReply(404, `${api.name} ${revision} has no such path`);
  const allow = (match.allow as readonly HttpMethod[]).join(", ");
  return problemReply(405, `expected ${allow}`, { allow });
}

function inputIn(match: RouteMatch, body: unknown): { readonly input?: unknown; readonly problem?: Reply } {
  const [unknownName] = match.unknownParameters;
  try {
    if (unknownName !== undefined) throw new ReeveError("bad-input", `${unknownName}: there is no such query parameter`);
    return { input: inputOf(match, body) };
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    return { problem: problemReply(400, thrown.message) };
  }
}

function targetOf(requested: string, base: string): string {
  const { pathname, search } = new URL(requested);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  return (pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname) + search;
}

function bodyOf(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function responseOf(status: number, body: unknown, headers: Readonly<Record<string, string>>): Response {
  if (body === null) return new Response(null, { status, headers });
  if (typeof body === "string") return new Response(body, { status, headers: { "content-type": "text/plain", ...headers } });
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}
