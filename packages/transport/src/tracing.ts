import type { Exchange } from "./options.ts";

/** As much of OpenTelemetry's tracer as is needed. */
export interface Tracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Record<string, string | number> }): Span;
}

/** As much of OpenTelemetry's span as is needed. */
export interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** Where OpenTelemetry's API keeps what an application has set up, so that libraries need not depend on it. */
const GLOBAL_API = Symbol.for("opentelemetry.js.api.1");

const CLIENT = 2;
const ERROR = 2;

/** The tracer that the application has set up with OpenTelemetry, if it has. */
export function applicationTracer(): Tracer | undefined {
  const api = (globalThis as { [GLOBAL_API]?: { trace?: { getTracer(name: string): Tracer } } })[GLOBAL_API];
  return api?.trace?.getTracer("@reeve/transport");
}

/** A span for a call, named after its operation. Attributes are those of OpenTelemetry's HTTP conventions. */
export function startSpan(tracer: Tracer, { operation, request }: Exchange, origin: string): Span {
  return tracer.startSpan(operation ?? `${request.method}`, {
    kind: CLIENT,
    attributes: {
      "http.request.method": request.method,
      "url.full": `${origin}${request.path}`,
      "server.address": new URL(origin).hostname,
    },
  });
}

/** Says in a span how its call ended. */
export function endSpan(
  span: Span,
  outcome: { status?: number; attempts?: number; error?: { code: string; message: string } },
): void {
  if (outcome.status !== undefined) span.setAttribute("http.response.status_code", outcome.status);
  if (outcome.attempts !== undefined && outcome.attempts > 1)
    span.setAttribute("http.request.resend_count", outcome.attempts - 1);
  if (outcome.error) {
    span.setAttribute("error.type", outcome.error.code);
    span.setStatus({ code: ERROR, message: outcome.error.message });
  }
  span.end();
}
