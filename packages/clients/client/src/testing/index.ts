export type { Answers, OperationName } from "./answers.ts";
export type { Double, DoubleOptions } from "./double.ts";
export { createDouble } from "./double.ts";
export type { ReceivedRequest } from "./received-request.ts";
export type { Reply } from "./reply.ts";
export { reply } from "./reply.ts";
