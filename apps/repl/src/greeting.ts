import { locate, surroundingsOfThisProcess } from "@reeve/profiles";
import type { LazyLive } from "./lazy-live.ts";
import type { Shell } from "./shell.ts";

/** Says where one is, in a line; what a simulated cluster is, is said when it has started. */
export function greeting(shell: Shell, live: LazyLive): string {
  if (shell.flags.demo) return "";
  const connection = mayBeSomewhere(shell) ? live().session.current() : undefined;
  if (!connection) {
    return "No cluster is set. demo starts a simulated one in this process: no port, nothing kept. connect NAME takes a profile; help says more.";
  }
  return "help shows what there is; Tab completes it.";
}

/** What a newcomer may type first. */
export const suggestion =
  'Try: broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })     help · help broker · .exit';

/** Whether it is worth looking for settings: where there are none, nothing is loaded to read them. */
function mayBeSomewhere({ flags }: Shell): boolean {
  const { env } = process;
  if (flags.profile ?? flags.url ?? env.REEVE_PROFILE ?? env.REEVE_URL) return true;
  const { existsSync } = process.getBuiltinModule("node:fs");
  const { profiles, local } = locate(surroundingsOfThisProcess());
  return existsSync(profiles) || existsSync(local);
}
