import type { InFlight } from "./evaluate/in-flight.ts";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { EvaluationProgress } from "./evaluate/take-over.ts";

/** Milliseconds that the shell waits for a cancelled call to report its cancellation. */
const MOMENT = 150;

/** On Ctrl-C, cancels running calls before Node's REPL reacts with a new prompt or an exit. */
export function cancelFirst(server: NodeRepl, inFlight: InFlight, { waiting }: EvaluationProgress): void {
  const own = server.listeners("SIGINT") as (() => void)[];
  server.removeAllListeners("SIGINT");
  server.on("SIGINT", () => {
    const givePromptBack = () => {
      for (const listener of own) listener.call(server);
    };
    const held = waiting();
    if (!inFlight.cancel() || held === undefined) return givePromptBack();
    setTimeout(() => {
      if (waiting() === held) givePromptBack();
    }, MOMENT);
  });
}
