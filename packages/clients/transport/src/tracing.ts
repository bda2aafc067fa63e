import { redact } from "@reeve/auth";
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

/**
 * Starts a span for a call, named after the operation, with the attributes of OpenTelemetry's HTTP conventions. Without a tracer, the one
 * that the application has registered with OpenTelemetry is used, if any.
 */
export function startSpan(
  given: Tracer | null | undefined,
  { operation, request, secrets = [] }: Exchange,
  base: string,
): Span | undefined {
  if (given === null) return undefined;
  const api = (globalThis as { [GLOBAL_API]?: { trace?: { getTracer(name: string): Tracer } } })[GLOBAL_API];
  if (!given && !api) return undefined;
  const attributes = {
    "http.request.method": request.method,
    "url.full": redact(`${base}${request.path}`, secrets),
    "server.address": new URL(base).hostname,
  };
  return harmless(() => {
    const tracer = given ?? api?.trace?.getTracer("@reeve/transport");
    return tracer?.startSpan(operation ?? request.method, { kind: CLIENT, attributes });
  });
}

/** Records the end of a call in its span. */
export function endSpan(
  span: Span | undefined,
  outcome: { status?: number; attempts?: number; error?: { code: string; message: string } },
): void {
  if (!span) return;
  const { status, attempts = 1, error } = outcome;
  harmless(() => {
    if (status !== undefined) span.setAttribute("http.response.status_code", status);
    if (attempts > 1) span.setAttribute("http.request.resend_count", attempts - 1);
    if (error) {
      span.setAttribute("error.type", error.code);
      span.setStatus({ code: ERROR, message: error.message });
    }
  });
  harmless(() => span.end());
}

/** Ignores errors of the tracer. Otherwise a successful change could be reported as failed. */
function harmless<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
