import { redact } from "@reeve/auth";
import type { ErrorContext, ReeveError } from "@reeve/contract";
import type { CheckedOptions } from "./checked-options.ts";
import { harmless } from "./events.ts";
import type { Exchange } from "./options.ts";

/** The part of OpenTelemetry's tracer that the transport uses. */
export interface Tracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Record<string, string | number> }): Span;
}

/** The part of OpenTelemetry's span that the transport uses. */
export interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** The key under which OpenTelemetry's API stores its global providers. Using it avoids a dependency on that API. */
const GLOBAL_API = Symbol.for("opentelemetry.js.api.1");

const CLIENT = 2;
const ERROR = 2;

/** What a span records at the end of a call. */
type Outcome = Pick<ErrorContext, "status" | "attempts"> & { readonly error?: ReeveError };

/**
 * Starts a span for a call, named after the operation, with the attributes of OpenTelemetry's HTTP conventions. Without a tracer, the one
 * that the application has registered with OpenTelemetry is used, if any. Returns the function that ends the span.
 */
export function startSpan({ url, tracer: given }: CheckedOptions, exchange: Exchange): (outcome: Outcome) => void {
  const api = (globalThis as { [GLOBAL_API]?: { trace?: { getTracer(name: string): Tracer } } })[GLOBAL_API];
  if (given === null || !(given ?? api)) return () => undefined;
  const { operation, request, secrets = [] } = exchange;
  const attributes = {
    "http.request.method": request.method,
    "url.full": redact(`${url}${request.path}`, secrets),
    "server.address": new URL(url).hostname,
  };
  const span = harmless(() => {
    const tracer = given ?? api?.trace?.getTracer("@reeve/transport");
    return tracer?.startSpan(operation ?? request.method, { kind: CLIENT, attributes });
  });
  return ({ status, attempts = 1, error }) => {
    harmless(() => {
      if (status !== undefined) span?.setAttribute("http.response.status_code", status);
      if (attempts > 1) span?.setAttribute("http.request.resend_count", attempts - 1);
      if (!error) return;
      span?.setAttribute("error.type", error.code);
      span?.setStatus({ code: ERROR, message: error.message });
    });
    harmless(() => span?.end());
  };
}
