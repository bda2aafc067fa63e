import { refusal, type TokenKeeper } from "@reeve/auth";
import { type ErrorContext, isReeveError, ReeveError, withUncertainty } from "@reeve/contract";
import type { Adapter } from "./adapter.ts";
import { sendOnce } from "./attempt.ts";
import { classify, type Failure, type Outcome } from "./classify.ts";
import { type Deadline, pause, startDeadline } from "./deadline.ts";
import type { TransportEvent } from "./event.ts";
import { ATTEMPT_TIMEOUT, limit, MAX_BODY_BYTES, RETRIES, TOTAL_TIMEOUT } from "./limits.ts";
import { type EventDetails, notify, redactedHeaders, responseEvent } from "./notify.ts";
import type { CallOptions, Clock, Exchange, Response, TransportOptions } from "./options.ts";
import { redact } from "./redact.ts";
import { mayRetry, type RetryBudget, waitBefore } from "./retry.ts";
import { applicationTracer, endSpan, startSpan } from "./tracing.ts";
import { mayHaveBeenDone, mayHaveBeenSent } from "./uncertainty.ts";

/** The parts that all calls of a transport share. */
export interface Base {
  readonly url: string;
  readonly options: TransportOptions;
  readonly clock: Clock;
  readonly keeper: TokenKeeper | undefined;
  readonly budget: RetryBudget;
  /** The deadline of every call in progress. */
  readonly underWay: Set<Deadline>;
  /** The error of all calls after the transport was closed; undefined before. */
  closed(): ReeveError | undefined;
  open(): Promise<Adapter>;
}

/** One call, with all of its attempts. */
interface Call {
  readonly base: Base;
  readonly exchange: Exchange;
  readonly url: string;
  readonly requestId: string;
  readonly secrets: Set<string>;
  /** The deadline for all attempts together. It also ends when the caller's signal is aborted. */
  readonly total: Deadline;
  readonly attemptLimit: number;
  readonly notify: (event: EventDetails<TransportEvent>) => void;
  attempts: number;
  /** Whether the change may have been made by the last attempt. */
  mayHaveBeenDone: boolean;
}

/** Sends a request, and retries it as far as allowed, until there is a response or an error. */
export async function call(base: Base, exchange: Exchange, options: CallOptions): Promise<Response> {
  const call = begin(base, exchange, options);
  const { tracer = applicationTracer() } = base.options;
  const span = tracer ? startSpan(tracer, exchange, base.url) : undefined;
  base.underWay.add(call.total);
  const closed = base.closed();
  if (closed) call.total.end(closed);
  try {
    const response = await untilAnswered(call);
    if (span) endSpan(span, { status: response.status, attempts: call.attempts });
    return response;
  } catch (thrown) {
    const error = inContext(thrown, call);
    if (span) endSpan(span, { ...error.context, error });
    throw error;
  } finally {
    base.underWay.delete(call.total);
    call.total.stop();
  }
}

function begin(base: Base, exchange: Exchange, options: CallOptions): Call {
  const { path, query } = exchange.request;
  const { timeout = ATTEMPT_TIMEOUT, totalTimeout = TOTAL_TIMEOUT, observe } = base.options;
  const { timeout: usual = 0 } = exchange;
  const attemptTimeout = limit("timeout", options.timeout ?? Math.max(usual, timeout));
  const totalLimit = limit("totalTimeout", options.totalTimeout ?? Math.max(usual, totalTimeout));
  const sentence = `no answer within ${seconds(totalLimit)}, all attempts together`;
  const call: Call = {
    base,
    exchange,
    url: `${base.url}${path}${query === "" ? "" : `?${query}`}`,
    requestId: crypto.randomUUID(),
    secrets: new Set(exchange.secrets),
    total: startDeadline(totalLimit, options.signal, sentence),
    attemptLimit: attemptTimeout,
    notify: (event) => notify(observe, call, event),
    attempts: 0,
    mayHaveBeenDone: false,
  };
  return call;
}

async function untilAnswered(call: Call): Promise<Response> {
  const { base, total } = call;
  let token = base.keeper?.current() ?? (await firstToken(call));
  let renewed = false;
  for (let retries = 0; ; ) {
    const outcome = await attemptOnce(call, token);
    if ("answer" in outcome) {
      base.budget.earn();
      return outcome.answer;
    }
    if (outcome.status === 401) {
      if (renewed && base.options.credentials) throw refusal(base.options.credentials);
      // A 401 shows that the request had no effect, so even a change can be sent again with another token.
      token = await anotherToken(call, token, outcome.error);
      renewed = true;
      continue;
    }
    const wait = pauseAfter(call, outcome, retries);
    if (wait === undefined || !base.budget.spend()) throw outcome.error;
    retries++;
    call.notify({ kind: "retry", reason: outcome.error.message, wait });
    await pause(wait, total);
  }
}

/**
 * How many milliseconds to wait before a retry; undefined if no retry is allowed. Throws if the call has timed out or the caller has
 * cancelled it.
 */
function pauseAfter(
  { base, exchange, total }: Call,
  { error, status, headers }: Failure,
  retries: number,
): number | undefined {
  if (retries >= (base.options.retries ?? RETRIES)) return undefined;
  if (!mayRetry(exchange.effect, { code: error.code, ...(status !== undefined && { status }) })) return undefined;
  const ended = total.error();
  if (ended) throw ended;
  const wait = waitBefore(retries + 1, headers, base.clock);
  return wait !== undefined && wait <= total.remaining() ? wait : undefined;
}

async function firstToken(call: Call): Promise<string | undefined> {
  const { keeper } = call.base;
  if (!keeper) return undefined;
  return logIn(call, "there is no token yet, or it expires soon", (...given) => keeper.token(...given));
}

async function anotherToken(call: Call, refused: string | undefined, { context }: ReeveError): Promise<string> {
  const { keeper } = call.base;
  if (!keeper || refused === undefined) {
    throw new ReeveError("unauthenticated", "the server requires a token, and no credentials were given", context);
  }
  return logIn(call, "the token was refused", (...given) => keeper.instead(refused, ...given));
}

async function logIn(
  call: Call,
  reason: string,
  obtain: (signal: AbortSignal, fetching: () => void) => Promise<string>,
): Promise<string> {
  const begun = performance.now();
  let isReported = false;
  const fetching = () => {
    if (!isReported) call.notify({ kind: "login", reason });
    isReported = true;
  };
  // A cached token is available before this timer fires, so the timer sends the login event only if a token has to be fetched.
  const soon = setTimeout(fetching, 0);
  const { signal, stop } = call.total.wait();
  try {
    return await obtain(signal, fetching);
  } catch (thrown) {
    const error = isReeveError(thrown) ? thrown : new ReeveError("unauthenticated", "the login failed");
    call.notify({ kind: "failure", code: error.code, message: error.message, milliseconds: performance.now() - begun });
    throw error;
  } finally {
    clearTimeout(soon);
    stop();
  }
}

async function attemptOnce(call: Call, token: string | undefined): Promise<Outcome> {
  const { base, exchange, total, attemptLimit: attemptTimeout, url } = call;
  const ended = total.error();
  if (ended) throw ended;
  call.attempts++;
  if (token !== undefined) call.secrets.add(token);
  const headers = headersOf(call, token);
  const begun = performance.now();
  call.notify({ kind: "request", headers: redactedHeaders(headers) });
  const attempt = total.wait(attemptTimeout, `no answer within ${seconds(attemptTimeout)}`);
  try {
    const { maxBodyBytes = MAX_BODY_BYTES } = base.options;
    const outgoing = { request: exchange.request, url, headers, maxBodyBytes, effect: exchange.effect };
    const received = await sendOnce(base.open, outgoing, attempt);
    const milliseconds = performance.now() - begun;
    const outcome = classify(call, received);
    call.mayHaveBeenDone = "error" in outcome && mayHaveBeenDone(received.status);
    if (base.options.observe) {
      call.notify(
        responseEvent(received, milliseconds, call.secrets, "error" in outcome ? outcome.error.context.excerpt : ""),
      );
    }
    return outcome;
  } catch (thrown) {
    const ended = total.error();
    const error = ended ?? sendingFailed(thrown);
    call.mayHaveBeenDone = mayHaveBeenSent(error);
    const { code, message, context } = error;
    call.notify({ kind: "failure", code, message, milliseconds: performance.now() - begun });
    if (ended) throw ended;
    return { error, ...(context.status !== undefined && { status: context.status }) };
  } finally {
    attempt.stop();
  }
}

function headersOf({ exchange, requestId }: Call, token: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    accept: exchange.media === "text/xml" ? "text/xml, application/xml, */*;q=0.5" : "application/json",
    "x-request-id": requestId,
  };
  if (token !== undefined) headers.authorization = `token=${token}`;
  if (exchange.request.body) headers["content-type"] = "application/json";
  return headers;
}

/** Adds the context to an error: the call and, for a change, whether the change may have been made. */
function inContext(thrown: unknown, { exchange, requestId, attempts, mayHaveBeenDone }: Call): ReeveError {
  const error = sendingFailed(thrown);
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
  const failure = new ReeveError(
    error.code,
    error.message,
    context,
    error.cause === undefined ? {} : { cause: error.cause },
  );
  return mayHaveBeenDone && exchange.effect !== "read" ? withUncertainty(failure, exchange.verification) : failure;
}

function sendingFailed(thrown: unknown): ReeveError {
  return isReeveError(thrown) ? thrown : new ReeveError("unreachable", "the request could not be sent");
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
