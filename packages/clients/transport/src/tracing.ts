import { redact } from "@reeve/auth";
import type { Request } from "@reeve/contract";

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

/** The tracer that the application has registered with OpenTelemetry, if any. */
export function applicationTracer(): Tracer | undefined {
  const api = (globalThis as { [GLOBAL_API]?: { trace?: { getTracer(name: string): Tracer } } })[GLOBAL_API];
  return harmless(() => api?.trace?.getTracer("@reeve/transport"));
}

/** The call that a span describes. */
interface Traced {
  readonly operation?: string;
  readonly request: Request;
  readonly secrets?: readonly string[];
}

/** Starts a span for a call, named after the operation, with the attributes of OpenTelemetry's HTTP conventions. */
export function startSpan(
  tracer: Tracer,
  { operation, request, secrets = [] }: Traced,
  base: string,
): Span | undefined {
  const attributes = {
    "http.request.method": request.method,
    "url.full": redact(`${base}${request.path}`, secrets),
    "server.address": new URL(base).hostname,
  };
  return harmless(() => tracer.startSpan(operation ?? request.method, { kind: CLIENT, attributes }));
}

/** Records the end of a call in its span. */
export function endSpan(
  span: Span,
  outcome: { status?: number; attempts?: number; error?: { code: string; message: string } },
): void {
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
