export type { Double, DoubleOptions } from "./double.ts";
export { createDouble } from "./double.ts";
export type { Answers, OperationName, ReceivedRequest, Reply } from "./reply.ts";
export { reply } from "./reply.ts";
