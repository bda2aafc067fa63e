import type { InFlight } from "./evaluate/in-flight.ts";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { Progress } from "./evaluate/take-over.ts";

/** What has been cancelled deserves a moment to say so itself; what does not end by then is left behind. */
const MOMENT = 150;

/** On Ctrl-C, cancels what is under way; what Node's REPL does about it comes second: it gives the prompt back, or ends. */
export function cancelFirst(server: NodeRepl, inFlight: InFlight, { waiting }: Progress): void {
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
