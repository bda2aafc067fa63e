import { refusal, type TokenKeeper } from "@reeve/auth";
import { type ErrorContext, isReeveError, ReeveError } from "@reeve/contract";
import { type Line, sendOnce } from "./attempt.ts";
import type { TransportEvent } from "./event.ts";
import { judge, type Outcome } from "./judge.ts";
import { ATTEMPT_LIMIT, MAX_BODY_BYTES, TOTAL_LIMIT } from "./limits.ts";
import type { CallOptions, Clock, Exchange, Response, TransportOptions } from "./options.ts";
import { type Patience, pause, startPatience } from "./patience.ts";
import { redact } from "./redact.ts";
import { mayRetry, type RetryBudget, waitBefore } from "./retry.ts";
import { applicationTracer, endSpan, type Span, startSpan } from "./tracing.ts";

/** What all calls of a transport share. */
export interface Base {
  readonly url: string;
  readonly options: TransportOptions;
  readonly clock: Clock;
  readonly keeper: TokenKeeper | undefined;
  readonly budget: RetryBudget;
  open(): Promise<Line>;
}

/** One call, with all of its attempts. */
interface Call {
  readonly base: Base;
  readonly exchange: Exchange;
  readonly url: string;
  readonly requestId: string;
  readonly secrets: Set<string>;
  /** The limit for all attempts together, and the caller's signal. */
  readonly total: Patience;
  readonly attemptLimit: number;
  attempts: number;
}

/** Sends an exchange as often as it may be sent, until there is an answer or an error. */
export async function callThrough(base: Base, exchange: Exchange, options: CallOptions): Promise<Response> {
  const { request } = exchange;
  const { timeout = ATTEMPT_LIMIT, totalTimeout = TOTAL_LIMIT } = base.options;
  const { patience = 0 } = exchange;
  const attemptLimit = limit("timeout", options.timeout ?? Math.max(patience, timeout));
  const totalLimit = limit("totalTimeout", options.totalTimeout ?? Math.max(patience, totalTimeout));
  const total = startPatience(
    totalLimit,
    options.signal,
    `no answer within ${seconds(totalLimit)}, all attempts together`,
  );
  const call: Call = {
    base,
    exchange,
    url: `${base.url}${request.path}${request.query === "" ? "" : `?${request.query}`}`,
    requestId: crypto.randomUUID(),
    secrets: new Set(exchange.secrets),
    total,
    attemptLimit,
    attempts: 0,
  };
  const tracer = base.options.tracer === null ? undefined : (base.options.tracer ?? applicationTracer());
  const span = tracer && startSpan(tracer, exchange, base.url);
  try {
    const response = await untilAnswered(call);
    end(span, { status: response.status, attempts: call.attempts });
    return response;
  } catch (thrown) {
    const error = inContext(thrown, call);
    end(span, { ...error.context, error });
    throw error;
  } finally {
    total.stop();
  }
}

function end(span: Span | undefined, outcome: Parameters<typeof endSpan>[1]): void {
  if (span) endSpan(span, outcome);
}

async function untilAnswered(call: Call): Promise<Response> {
  const { base, exchange, total } = call;
  const { keeper } = base;
  let token = keeper && (keeper.current() ?? (await logIn(call, keeper.token())));
  let renewed = false;
  for (let retries = 0; ; ) {
    const outcome = await attemptOnce(call, token);
    if ("answer" in outcome) {
      base.budget.earn();
      return outcome.answer;
    }
    const { error, status, retryAfter } = outcome;
    if (status === 401) {
      const { credentials } = base.options;
      if (!keeper || !credentials || token === undefined) throw tokenNeeded(error);
      if (renewed) throw refusal(credentials);
      // 401 says that nothing was done: with another token even a change may be sent once more.
      token = await logIn(call, keeper.instead(token));
      renewed = true;
      continue;
    }
    const failed = { code: error.code, ...(status !== undefined && { status }) };
    if (retries >= (base.options.retries ?? 2) || !mayRetry(exchange.effect, failed)) throw error;
    const wait = waitBefore(retries + 1, retryAfter, base.clock);
    if (wait === undefined || wait > call.total.left() || !base.budget.spend()) throw error;
    retries++;
    tell(call, { kind: "retry", reason: error.message, wait });
    await pause(wait, total);
  }
}

function tokenNeeded({ context }: ReeveError): ReeveError {
  return new ReeveError(
    "unauthenticated",
    "the server wants a token, and there are no credentials to get one with",
    context,
  );
}

async function logIn(call: Call, token: Promise<string>): Promise<string> {
  const begun = performance.now();
  const first = call.attempts === 0;
  tell(call, { kind: "login", reason: first ? "there is no token yet, or it ends soon" : "the token was refused" });
  try {
    const value = await call.total.race(token);
    call.secrets.add(value);
    return value;
  } catch (thrown) {
    const { code, message } = isReeveError(thrown) ? thrown : new ReeveError("unauthenticated", "the login failed");
    tell(call, { kind: "failure", code, message, milliseconds: performance.now() - begun });
    throw thrown;
  }
}

async function attemptOnce(call: Call, token: string | undefined): Promise<Outcome> {
  const { base, exchange, total, attemptLimit } = call;
  call.attempts++;
  if (token !== undefined) call.secrets.add(token);
  const headers = headersOf(call, token);
  const begun = performance.now();
  tell(call, { kind: "request", headers: shownHeaders(headers) });
  const attempt = total.attempt(attemptLimit, `no answer within ${seconds(attemptLimit)}`);
  try {
    const line = await base.open();
    const maxBodyBytes = base.options.maxBodyBytes ?? MAX_BODY_BYTES;
    const received = await sendOnce(line, exchange.request, { url: call.url, headers, maxBodyBytes }, attempt);
    tell(call, {
      kind: "response",
      status: received.status,
      milliseconds: performance.now() - begun,
      length: received.text.length,
    });
    return judge(call, received);
  } catch (thrown) {
    const ended = total.error();
    const error =
      ended ?? (isReeveError(thrown) ? thrown : new ReeveError("unreachable", "the request could not be sent"));
    tell(call, {
      kind: "failure",
      code: error.code,
      message: error.message,
      milliseconds: performance.now() - begun,
    });
    if (ended) throw ended;
    return { error, retryAfter: null };
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

function shownHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers.authorization === undefined ? headers : { ...headers, authorization: "token=<redacted>" };
}

type Told<Event> = Event extends TransportEvent
  ? Omit<Event, "requestId" | "operation" | "method" | "url" | "attempt">
  : never;

/** Tells an observer, whose own mistakes are not ours to fail by. */
function tell(call: Call, event: Told<TransportEvent>): void {
  const { observe } = call.base.options;
  if (!observe) return;
  const { requestId, exchange, url, attempts } = call;
  const shown = exchange.secrets?.length ? redact(url, exchange.secrets) : url;
  const common = { requestId, method: exchange.request.method, url: shown, attempt: Math.max(attempts, 1) };
  const operation = exchange.operation === undefined ? {} : { operation: exchange.operation };
  try {
    const heard: unknown = observe({ ...common, ...operation, ...event });
    // An observer may well be an async function, whatever its type says.
    if (heard instanceof Promise) heard.catch(() => undefined);
  } catch {
    // Nothing that is said of a call may change how it ends.
  }
}

/** Says of an error where it happened. */
function inContext(thrown: unknown, { exchange, requestId, attempts }: Call): ReeveError {
  const error = isReeveError(thrown) ? thrown : new ReeveError("unreachable", "the request could not be sent");
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
  return new ReeveError(error.code, error.message, context, error.cause === undefined ? {} : { cause: error.cause });
}

/** A limit must be a number of milliseconds: what is none would be no limit at all, or one that has passed. */
function limit(name: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return milliseconds;
  throw new ReeveError("bad-input", `${name}: expected a number of milliseconds above 0, received ${milliseconds}`);
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
