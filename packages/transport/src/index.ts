export { baseUrl } from "./base-url.ts";
export type { Media } from "./body.ts";
export type { TransportEvent } from "./event.ts";
export { gaveUp } from "./gave-up.ts";
export type { AnswerHeaders, Line, OpenLine, Outgoing, Received, Way } from "./line.ts";
export type { CallOptions, Clock, Exchange, Response, Transport, TransportOptions } from "./options.ts";
export type { Span, Tracer } from "./tracing.ts";
export { createTransport } from "./transport.ts";
