import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { LazyLive } from "./lazy-live.ts";

/** What stands before `>`. */
export function promptText(live: LazyLive): string {
  return live.isLoaded() ? live().prompt() : "reeve";
}

/** Shows what has changed: at once where somebody sits before the prompt, else with the next one. */
export function freshenPrompt(server: NodeRepl, live: LazyLive): void {
  const prompt = `${promptText(live)}> `;
  if (prompt === shown.get(server)) return;
  shown.set(server, prompt);
  server.setPrompt(prompt);
}

const shown = new WeakMap<NodeRepl, string>();

/** How often the rollouts are looked at that the prompt tells of. */
const BETWEEN_LOOKS = 5_000;

/** Looks how rollouts stand whenever a prompt is shown, not more often than is good for a server; and as long as one is on its way. */
export function followRollouts(server: NodeRepl, live: LazyLive): void {
  let lookedAt = 0;
  const look = (): void => {
    if (!live.isLoaded() || Date.now() - lookedAt < BETWEEN_LOOKS) return;
    lookedAt = Date.now();
    void live().refresh();
  };
  const timer = setInterval(look, BETWEEN_LOOKS);
  timer.unref();
  server.once("exit", () => clearInterval(timer));
}
