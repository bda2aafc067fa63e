import type { Flags } from "./flags.ts";
import type { Where } from "./where.ts";

/** One line about what to do first; a simulated cluster is described once it has started. */
export function greeting(flags: Flags, where: Where | undefined): string {
  if (flags.demo) return "";
  if (where) return "help lists what is available; Tab completes it.";
  return "No cluster is set. demo starts a simulated one in this process. connect NAME uses a profile; help says more.";
}

/** Commands that a newcomer can try first. */
export const suggestion =
  'Try: broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })\n     help · help broker · .exit';
