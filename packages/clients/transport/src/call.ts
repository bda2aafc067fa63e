import { type LoginAnswer, redact, redactAll, type TokenKeeper } from "@reeve/auth";
import { cancellationError, type ErrorContext, isReeveError, OWN_MEDIA_TYPE, ReeveError, withUncertainty } from "@reeve/contract";
import ky, { type Options } from "ky";
import { attempt, failed, remaining } from "./attempt.ts";
import { authorize, renew } from "./authorize.ts";
import type { Media } from "./body.ts";
import { notify } from "./events.ts";
import { limit, type TransportLimits } from "./limits.ts";
import type { AnswerHeaders, CallOptions, Exchange, Response, TransportClock, TransportOptions } from "./options.ts";
import { newRequestId } from "./request-id.ts";
import { mayRetry, type RetryBudget, waitBefore } from "./retry.ts";
import type { Sender } from "./sender.ts";
import { endSpan, startSpan } from "./tracing.ts";

// A transport loads everything that needs ky with this module.
export { openSender } from "./sender.ts";

/** The parts that all calls of a transport share. */
export interface Base {
  readonly url: string;
  readonly options: TransportOptions;
  readonly limits: TransportLimits;
  readonly clock: TransportClock;
  readonly keeper?: TokenKeeper | undefined;
  /** Whether the call is a login. All of its answers are for the credentials, and its observer is told how they begin. */
  readonly isLogin?: boolean;
  readonly budget: RetryBudget;
  /** Aborted when the transport is closed, with the error of all calls. */
  readonly closing: AbortSignal;
  open(): Promise<Sender>;
}

/** One call, with all of its attempts. */
export interface Call {
  readonly base: Base;
  readonly exchange: Exchange;
  readonly url: string;
  /** The body as JSON text. */
  readonly body: string | undefined;
  readonly requestId: string;
  readonly secrets: Set<string>;
  readonly attemptLimit: number;
  readonly totalLimit: number;
  readonly begun: number;
  /** Ends the call; the reason is its error. */
  readonly controller: AbortController;
  sender?: Sender;
  attempts: number;
  /** The pause before the next attempt, in milliseconds. */
  pause: number;
  /** When the attempt in progress has begun; undefined between attempts. */
  attemptBegun?: number | undefined;
  /** The headers of the last answer, if the last attempt was answered. */
  headers?: AnswerHeaders | undefined;
  /** What the last attempt threw, and the error that was made of it. */
  failure?: { readonly thrown: unknown; readonly error: ReeveError };
  token?: string;
  /** The error of a 401. */
  refusal?: ReeveError;
  isRenewed: boolean;
  /** Whether the change may have been made by the last attempt. */
  mayHaveBeenDone: boolean;
  answer?: Response;
}

/** Sends a request, and retries it as far as allowed, until there is an answer or an error. ky runs the attempts. */
export async function call(base: Base, exchange: Exchange, options: CallOptions): Promise<Response> {
  const call = begin(base, exchange, options);
  const span = startSpan(base.options.tracer, exchange, base.url);
  const { controller } = call;
  const signals = options.signal ? [base.closing, options.signal] : [base.closing];
  const aborted = () => signals.find((signal) => signal.aborted);
  const cancel = () => controller.abort(cancellationError(aborted()));
  for (const signal of signals) signal.addEventListener("abort", cancel);
  try {
    if (aborted()) throw cancellationError(aborted());
    await Promise.race([ky(call.url, optionsFor(call)), whenAborted(controller.signal)]);
    if (!call.answer) throw new Error("ky returned without an answer");
    base.budget.earn();
    endSpan(span, { status: call.answer.status, attempts: call.attempts });
    return call.answer;
  } catch (thrown) {
    const error = inContext(call, thrown);
    endSpan(span, { ...error.context, error });
    throw error;
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", cancel);
  }
}

function begin(base: Base, exchange: Exchange, options: CallOptions): Call {
  const { path, query, body } = exchange.request;
  const { timeout, totalTimeout } = base.limits;
  const { timeout: usual = 0 } = exchange;
  return {
    base,
    exchange,
    url: `${base.url}${path}${query === "" ? "" : `?${query}`}`,
    body: body && JSON.stringify(body),
    requestId: newRequestId(),
    secrets: new Set(exchange.secrets),
    attemptLimit: limit("timeout", options.timeout ?? Math.max(usual, timeout)),
    totalLimit: limit("totalTimeout", options.totalTimeout ?? Math.max(usual, totalTimeout)),
    begun: performance.now(),
    controller: new AbortController(),
    attempts: 0,
    pause: 0,
    isRenewed: false,
    mayHaveBeenDone: false,
  };
}

const ACCEPT: Readonly<Record<Media, string>> = {
  "application/json": `application/json, ${OWN_MEDIA_TYPE}`,
  "text/xml": "text/xml, application/xml, */*;q=0.5",
  "text/event-stream": "text/event-stream",
};

function optionsFor(call: Call): Options {
  const { request, media } = call.exchange;
  return {
    method: request.method,
    headers: {
      accept: ACCEPT[media ?? "application/json"],
      ...(call.body && { "content-type": "application/json" }),
    },
    ...(call.body && { body: call.body }),
    redirect: "manual",
    credentials: "omit",
    signal: call.controller.signal,
    timeout: call.attemptLimit,
    totalTimeout: call.totalLimit,
    // The status alone does not decide: a 503 may carry a plan.
    throwHttpErrors: false,
    retry: {
      // The renewal of a token counts as a retry for ky.
      limit: call.base.limits.retries + 1,
      methods: [request.method.toLowerCase()] as never,
      shouldRetry: ({ error, retryCount }) => mayTryAgain(call, error, retryCount),
      delay: () => call.pause,
    },
    hooks: {
      beforeRequest: [({ request }) => authorize(call, request)],
      afterResponse: [({ request, response }) => renew(call, request, response)],
      beforeError: [({ error }) => inContext(call, error)],
    },
    fetch: (sent) => attempt(call, sent as Request),
  };
}

/** Whether a failed attempt is followed by another. If so, `pause` is the time between the two. */
function mayTryAgain(call: Call, thrown: Error, retryCount: number): boolean {
  const error = failed(call, thrown);
  const { base, exchange } = call;
  const retry = retryCount - (call.isRenewed ? 1 : 0);
  if (call.controller.signal.aborted || retry > base.limits.retries) return false;
  if (!mayRetry(exchange.effect, error)) return false;
  const pause = waitBefore(retry, call.headers, base.clock);
  if (pause === undefined || pause >= remaining(call) || !base.budget.spend()) return false;
  call.pause = pause;
  notify(call, { kind: "retry", reason: error.message, wait: pause });
  return true;
}

/** Rejects when the call is ended, because a `fetch` may ignore its signal. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Words an error and adds its context: the call and, for a change, whether the change may have been made. */
function inContext(call: Call, thrown: unknown): ReeveError {
  const { exchange, requestId, attempts } = call;
  if (isReeveError(thrown) && thrown.context.requestId === requestId) return thrown;
  const error = failed(call, thrown);
  const { operation, revision, request } = exchange;
  const context: ErrorContext = {
    ...(operation !== undefined && { operation }),
    ...(revision !== undefined && { revision }),
    method: request.method,
    path: redact(request.path, exchange.secrets ?? []),
    ...error.context,
    requestId,
    attempts,
  };
  const cause = error.cause === undefined ? {} : { cause: error.cause };
  const failure = new ReeveError(error.code, error.message, context, cause);
  const isUncertain = call.mayHaveBeenDone && exchange.effect !== "read" && !call.base.isLogin;
  return isUncertain ? withUncertainty(failure, exchange.verification) : failure;
}

/** Sends a login, as a call without a token that is never retried. No event contains its credentials. */
export async function sendLogin(
  base: Base,
  path: string,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<LoginAnswer> {
  // The answer is redacted, because a server may echo the credentials.
  const { uid: _, ...proof } = body;
  const secrets = Object.values(proof);
  const request = { method: "POST", path, query: "", body } as const;
  const { keeper: _keeper, ...rest } = base;
  const login: Base = { ...rest, options: { ...base.options, tracer: null }, limits: { ...base.limits, retries: 0 }, isLogin: true };
  try {
    const exchange: Exchange = { request, effect: "change", secrets, accepts: () => true };
    const { status, headers, body: answer } = await call(login, exchange, { signal });
    const serverTime = Date.parse(headers.get("date") ?? "");
    const time = Number.isNaN(serverTime) ? {} : { serverTime };
    return { status, body: redactAll(answer, secrets), ...time };
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    const { code, message, context, cause } = thrown;
    const { status = 200, excerpt } = context;
    // The status of a refusal is enough, even if its body cannot be read.
    if (status < 200 || status > 299) return { status, body: excerpt };
    throw new ReeveError(code, message, {}, { cause });
  }
}
