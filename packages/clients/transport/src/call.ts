import { redact } from "@reeve/auth";
import { cancellationError, type ErrorContext, isReeveError, ReeveError, withUncertainty } from "@reeve/contract";
import ky, { type Options } from "ky";
import { attempt, failed } from "./attempt.ts";
import { authorize, renew } from "./authorize.ts";
import type { Base } from "./base.ts";
import { mediaTypes } from "./body.ts";
import { limit } from "./checked-options.ts";
import { notify } from "./events.ts";
import type { AnswerHeaders, CallOptions, Exchange, Response } from "./options.ts";
import { mayRetry, waitBefore } from "./retry.ts";
import type { Sender } from "./sender.ts";
import { startSpan } from "./tracing.ts";

/** What changes during a call. */
interface Progress {
  sender?: Sender;
  attempts: number;
  /** The pause before the next attempt, in milliseconds. */
  pause: number;
  /** When the attempt in progress has begun; undefined between attempts. */
  attemptBegun?: number | undefined;
  /** The headers of the last answer, if the last attempt was answered. */
  headers?: AnswerHeaders | undefined;
  /** What the last answer means. */
  outcome?: Response | ReeveError;
  token?: string;
  isRenewed: boolean;
  /** Whether the change may have been made by the last attempt. */
  mayHaveBeenDone: boolean;
}

/** One call, with all of its attempts. */
export type Call = ReturnType<typeof begin>;

/** Sends a request, and retries it as far as allowed, until there is an answer or an error. ky runs the attempts. */
export async function call(base: Base, exchange: Exchange, options: CallOptions): Promise<Response> {
  const call = begin(base, exchange, options);
  const endSpan = startSpan(base.options, exchange);
  const signals = options.signal ? [base.closing, options.signal] : [base.closing];
  const aborted = () => signals.find((signal) => signal.aborted);
  // A `fetch` may ignore its signal, so the end of the call does not wait for ky.
  const ended = Promise.withResolvers<never>();
  const cancel = () => {
    call.controller.abort(cancellationError(aborted()));
    ended.reject(call.controller.signal.reason);
  };
  for (const signal of signals) signal.addEventListener("abort", cancel);
  try {
    if (aborted()) throw cancellationError(aborted());
    await Promise.race([ky(call.url, optionsFor(call)), ended.promise]);
    const { outcome, attempts } = call;
    if (!outcome || isReeveError(outcome)) throw new Error("ky returned without an answer");
    base.budget.earn();
    endSpan({ status: outcome.status, attempts });
    return outcome;
  } catch (thrown) {
    const error = inContext(call, thrown);
    endSpan({ ...error.context, error });
    throw error;
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", cancel);
  }
}

/** An id is no secret, so it needs no cryptography, whose module takes a program milliseconds to load. */
function newRequestId(): string {
  return Array.from({ length: 4 }, () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
}

function begin(base: Base, exchange: Exchange, options: CallOptions) {
  const { path, query, body } = exchange.request;
  const { url, timeout: perAttempt, totalTimeout: perCall } = base.options;
  const { timeout: usual = 0 } = exchange;
  const { timeout = Math.max(usual, perAttempt), totalTimeout = Math.max(usual, perCall) } = options;
  const progress: Progress = { attempts: 0, pause: 0, isRenewed: false, mayHaveBeenDone: false };
  return {
    base,
    exchange,
    url: `${url}${path}${query === "" ? "" : `?${query}`}`,
    /** The body as JSON text. */
    body: body && JSON.stringify(body),
    requestId: newRequestId(),
    secrets: new Set(exchange.secrets),
    attemptLimit: limit("timeout", timeout),
    totalLimit: limit("totalTimeout", totalTimeout),
    begun: performance.now(),
    /** Ends the call; the reason is its error. */
    controller: new AbortController(),
    ...progress,
  };
}

function optionsFor(call: Call): Options {
  const { request, media = "application/json" } = call.exchange;
  return {
    method: request.method,
    headers: { accept: mediaTypes[media].accept, ...(call.body && { "content-type": "application/json" }) },
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
      limit: call.base.options.retries + 1,
      methods: [request.method.toLowerCase()] as never,
      shouldRetry: ({ error: thrown, retryCount }) => {
        const error = failed(call, thrown);
        if (mayTryAgain(call, error, retryCount)) return true;
        throw error;
      },
      delay: () => call.pause,
    },
    hooks: {
      beforeRequest: [({ request }) => authorize(call, request)],
      afterResponse: [({ request }) => renew(call, request)],
      beforeError: [({ error }) => inContext(call, error)],
    },
    fetch: (sent) => attempt(call, sent as Request),
  };
}

/** Whether a failed attempt is followed by another. If so, `pause` is the time between the two. */
function mayTryAgain(call: Call, error: ReeveError, retryCount: number): boolean {
  const { options, budget } = call.base;
  const retry = retryCount - (call.isRenewed ? 1 : 0);
  if (call.controller.signal.aborted || retry > options.retries || !mayRetry(call.exchange.effect, error)) return false;
  const pause = waitBefore(retry, call.headers, options.clock);
  const isInTime = pause !== undefined && performance.now() + pause < call.begun + call.totalLimit;
  if (!isInTime || !budget.spend()) return false;
  call.pause = pause;
  notify(call, { kind: "retry", reason: error.message, wait: pause });
  return true;
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
