export { baseUrl } from "./base-url.ts";
export type { Media } from "./body.ts";
export { isJsonLines } from "./body.ts";
export { cancellationError } from "./cancellation.ts";
export type { TransportEvent } from "./event.ts";
export type {
  AnswerHeaders,
  CallOptions,
  Clock,
  ConnectionOptions,
  Exchange,
  Response,
  Transport,
  TransportOptions,
} from "./options.ts";
export type { Span, Tracer } from "./tracing.ts";
export { createTransport } from "./transport.ts";
