import { locate, surroundingsOfThisProcess } from "@reeve/profiles";
import type { LazyLive } from "./lazy-live.ts";
import type { Shell } from "./shell.ts";

/** Says where one is. With a simulated cluster, shows how it comes up. */
export async function greet(shell: Shell, live: LazyLive): Promise<void> {
  const { flags, terminal } = shell;
  if (flags.demo) {
    await live().demo();
    if (!flags.quiet) await live().watchDeployment();
    return;
  }
  const isSomewhere = mayBeSomewhere(shell) && live().session.current() !== undefined;
  if (flags.quiet) return;
  if (isSomewhere) return terminal.results.write("help shows what there is; Tab completes it.\n");
  terminal.results.write(
    "No cluster is connected. demo starts a simulated one in this process; connect NAME takes a profile.\n",
  );
}

/** Whether it is worth looking for settings: where there are none, nothing is loaded to read them. */
function mayBeSomewhere({ flags }: Shell): boolean {
  const { env } = process;
  if (flags.profile ?? flags.url ?? env.REEVE_PROFILE ?? env.REEVE_URL) return true;
  const { existsSync } = process.getBuiltinModule("node:fs");
  const { profiles, local } = locate(surroundingsOfThisProcess());
  return existsSync(profiles) || existsSync(local);
}
