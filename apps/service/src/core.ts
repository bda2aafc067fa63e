import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { defined, isReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import type { ResolvedOperation, ServiceApi } from "./api/service-api.ts";
import { SESSION_KEY, type Sessions } from "./console/sessions.ts";
import { type Edition, type Requester, tokenOfHeader } from "./edition/edition.ts";
import { empty } from "./http/answer.ts";
import { clientOf } from "./http/client-of.ts";
import type { HttpAnswer, HttpRequest } from "./http/message.ts";
import type { Handle } from "./http/node-server.ts";
import { defect, problem, problemOf } from "./http/problem.ts";
import type { Rate } from "./http/rate.ts";
import type { OwnMatch } from "./own/own-api.ts";
import type { Audit } from "./record/audit.ts";
import type { Metrics } from "./record/metrics.ts";
import { type Outages, outages } from "./record/outages.ts";

/** The parts that the core needs to answer requests. */
export interface CoreParts {
  readonly edition: Edition;
  /** The logins of browsers. */
  readonly sessions: Pick<Sessions, "withToken">;
  readonly services: ServiceApi;
  readonly own: (request: HttpRequest) => OwnMatch | undefined;
  readonly rate: Rate;
  /** The rate of requests without a valid token that are answered at once. */
  readonly guesses: Rate;
  readonly metrics: Metrics;
  readonly audit: Audit;
  readonly log: Log;
  /** Whether a Host header names this machine; undefined if every Host is accepted. */
  readonly hosts: ((host: string | undefined) => boolean) | undefined;
}

/** Answers requests from any transport. It never throws. */
export function createCore(parts: CoreParts): Handle {
  const failures = outages(parts.log);
  return (received) => {
    const begun = performance.now();
    const request = parts.sessions.withToken(received);
    const visit: Visit = { request, name: "unknown" };
    const answered = (answer: HttpAnswer): HttpAnswer => {
      if (visit.instance !== undefined && answer.status < 500) failures.answered(visit.instance, visit.name);
      return done(answer);
    };
    const done = (answer: HttpAnswer): HttpAnswer => {
      parts.metrics.request(visit.name, answer.status, performance.now() - begun, visit.instance);
      return conditional(request, answer);
    };
    const failed = (error: unknown) => done(answerOf(error, visit, parts.log, failures));
    try {
      const answer = route(parts, visit);
      return answer instanceof Promise ? answer.then(answered, failed) : answered(answer);
    } catch (error) {
      return failed(error);
    }
  };
}

interface Visit {
  readonly request: HttpRequest;
  /** The operation's name in metrics and the log. */
  name: string;
  /** The instance that the request concerns, if any. */
  instance?: string;
}

type Answered = HttpAnswer | Promise<HttpAnswer>;

function route(parts: CoreParts, visit: Visit): Answered {
  const { request } = visit;
  if (request.client !== undefined && parts.hosts?.(request.header("host")) === false)
    return problem(421, "forbidden", "This service listens on loopback only, and refuses a Host header that does not name this machine.");
  const own = parts.own(request);
  if (own?.route) visit.name = `reeve.${own.route.name}`;
  if (own?.open) return refuseMany(parts, request) ?? answerOpen(parts, own, request);
  const identity = identify(parts.edition, request);
  return identity instanceof Promise
    ? identity.then((found) => routeKnown(parts, visit, own, found))
    : routeKnown(parts, visit, own, identity);
}

/** Refuses too many requests of a client. Its users are counted apart, so that a program without a token does not use up their rate. */
function refuseMany({ rate }: CoreParts, { client }: HttpRequest, who = ""): HttpAnswer | undefined {
  if (client === undefined) return undefined;
  const wait = rate.take(`${clientOf(client)} ${who}`);
  if (wait === 0) return undefined;
  return problem(429, "server-failure", `Too many requests; try again in ${wait} s.`, { "retry-after": String(wait) });
}

function identify(edition: Edition, request: HttpRequest): Requester | undefined | Promise<Requester | undefined> {
  const token = tokenOfHeader(request.header("authorization"));
  return token === undefined ? undefined : edition.identify(token);
}

function routeKnown(parts: CoreParts, visit: Visit, own: OwnMatch | undefined, identity: Requester | undefined): Answered {
  const { client } = visit.request;
  if (!identity && client !== undefined && visit.request.header("authorization") !== undefined)
    parts.audit.refused({ who: "unknown", what: "token", from: clientOf(client), status: 401 });
  if (!identity) return refuseMany(parts, visit.request) ?? later(parts, visit.request, unauthenticated(parts.edition, visit.request));
  visit.request.trust?.();
  const refused = refuseMany(parts, visit.request, identity.who);
  if (refused) return refused;
  if (own) return own.answer(identity.who);
  const resolved = parts.services.resolve(visit.request);
  if ("status" in resolved) return resolved;
  visit.name = resolved.name;
  visit.instance = resolved.service;
  return resolved.effect === "read" ? resolved.perform(() => undefined) : change(parts, visit, resolved, identity);
}

/** Records a change before it is made, and the result of the change before the answer is sent. */
async function change(
  { audit, log }: CoreParts,
  { request }: Visit,
  { service, name: what, perform }: ResolvedOperation,
  { who }: Requester,
): Promise<HttpAnswer> {
  let concluded: ReturnType<Audit["begin"]> | undefined;
  const conclude = (status: number, sentence?: string) => {
    concluded?.(status, sentence);
    log("info", "change", defined({ what, service, who, status, detail: sentence?.slice(0, MAX_DETAIL) }));
  };
  try {
    const answer = await perform((input) => {
      concluded = audit.begin(defined({ who, from: request.client, what, service, input }));
    });
    conclude(answer.status);
    return answer;
  } catch (error) {
    conclude(problemOf(error)?.status ?? 500, isReeveError(error) ? error.message : undefined);
    throw error;
  }
}

/** Maximum characters of a reason in the audit log. */
const MAX_DETAIL = 1000;

/** Answers a request that needs no token, such as a login. Refused logins count as guesses. */
function answerOpen(parts: CoreParts, own: OwnMatch, request: HttpRequest): Answered {
  const answer = own.answer();
  if (own.route?.method === "GET" || !(answer instanceof Promise)) return answer;
  return answer
    .catch((error: unknown) => {
      const refused = problemOf(error);
      if (refused?.status !== 401 && refused?.status !== 429) throw error;
      return refused;
    })
    .then((found) => (found.status === 401 || found.status === 429 ? later(parts, request, found) : found));
}

/**
 * Answers a client that sends many requests without a valid token only after a while, so that it leaves time for others. Its answers are
 * sent one after the other, because many at once would delay the requests of others.
 */
function later(parts: CoreParts, request: HttpRequest, answer: HttpAnswer): Answered {
  const wait = request.client === undefined ? 0 : parts.guesses.turn(clientOf(request.client));
  return wait === 0 ? answer : sleep(wait * 1000, answer, { signal: request.signal(), ref: false }).catch(() => answer);
}

function unauthenticated({ name }: Edition, request: HttpRequest): HttpAnswer {
  const given = request.header("authorization");
  if (given === undefined && request.header(SESSION_KEY) !== undefined)
    return problem(401, "unauthenticated", "The login has ended: log in again, or open the page with reeve console.");
  const how = name === "open" ? "a token of this service" : "a token from a login";
  const detail =
    given === undefined
      ? `A token is needed: send Authorization: token=<…> with ${how}.`
      : tokenOfHeader(given) === undefined
        ? "The Authorization header must read token=<…>."
        : `The token is invalid or has expired: send ${how}.`;
  return problem(401, "unauthenticated", detail, { "www-authenticate": 'token realm="reeve"' });
}

/** Answers 304 if the client's entity tag shows that the client already has the same bytes. */
function conditional(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
  const { etag } = answer.headers;
  if (etag === undefined || (request.method !== "GET" && request.method !== "HEAD")) return answer;
  const known = request.header("if-none-match");
  if (known === undefined) return answer;
  const tags = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*") ? empty(304, { etag, "cache-control": "no-cache" }) : answer;
}

function answerOf(error: unknown, { request, name, instance }: Visit, log: Log, failures: Outages): HttpAnswer {
  const known = problemOf(error);
  if (known && !(known.status === 500 || (instance !== undefined && isOutage(error)))) return known;
  const [path] = request.target.split("?");
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const detail = { method: request.method, path, error: what };
  if (known && instance !== undefined) failures.failed(instance, name, detail);
  else log("error", known ? "failure" : "defect", { operation: name, ...detail });
  return known ?? defect();
}

/** Whether the error means that an instance's nodes are down or did not answer in time. */
function isOutage(error: unknown): boolean {
  return isReeveError(error, "unreachable") || isReeveError(error, "timed-out");
}
