export type { Answers, OperationName } from "./answers.ts";
export type { Double, DoubleOptions, ReceivedRequest } from "./double.ts";
export { createDouble } from "./double.ts";
export type { Reply } from "./reply.ts";
export { reply } from "./reply.ts";
