export { cancellationError } from "@reeve/contract";
export { isJsonLines, type Media } from "./body.ts";
export { baseUrl } from "./checked-options.ts";
export type { TransportEvent } from "./events.ts";
export type {
  AnswerHeaders,
  CallOptions,
  ConnectionOptions,
  Exchange,
  Response,
  Transport,
  TransportClock,
  TransportOptions,
} from "./options.ts";
export type { Span, Tracer } from "./tracing.ts";
export { createTransport } from "./transport.ts";
