export type {
  Adapter,
  AnswerHeaders,
  ConnectionOptions,
  OpenAdapter,
  OutgoingRequest,
  ReceivedAnswer,
} from "./adapter.ts";
export { baseUrl } from "./base-url.ts";
export type { Media } from "./body.ts";
export { cancellationError } from "./cancellation.ts";
export type { TransportEvent } from "./event.ts";
export type { CallOptions, Clock, Exchange, Response, Transport, TransportOptions } from "./options.ts";
export type { Span, Tracer } from "./tracing.ts";
export { createTransport } from "./transport.ts";
