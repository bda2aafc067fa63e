import type { Flags } from "./flags.ts";
import type { Where } from "./where.ts";

/** Says what there is to do, in a line; what a simulated cluster is, is said when it has started. */
export function greeting(flags: Flags, where: Where | undefined): string {
  if (flags.demo) return "";
  if (where) return "help shows what there is; Tab completes it.";
  return "No cluster is set. demo starts a simulated one in this process: no port, nothing kept. connect NAME takes a profile; help says more.";
}

/** What a newcomer may type first. */
export const suggestion =
  'Try: broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })\n     help · help broker · .exit';
