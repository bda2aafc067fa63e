import type { ShellFlags } from "./flags.ts";
import type { ShellTarget } from "./where.ts";

/** One line that tells users how to begin. It is empty for a simulated cluster, which is described after its start. */
export function greeting(flags: ShellFlags, where: ShellTarget | undefined): string {
  if (flags.demo) return "";
  if (where) return "help lists what is available, and Tab completes names.";
  return "No cluster is set. demo starts a simulated one in this process. connect NAME connects to a profile. help lists what is available.";
}

/** Commands that a newcomer can try first. */
export const suggestion =
  'Try: broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })\n     help · help broker · .exit';
