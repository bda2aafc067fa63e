import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { LazyLive } from "./lazy-live.ts";

type Completed = (error: Error | null, result: [string[], string]) => void;

/** Completes what is ours; Node completes everything else. `completed` is told when the line has become longer. */
export function completeOurs(server: NodeRepl, live: LazyLive, unfinished: () => string, completed: () => void): void {
  const own = server.completer as (text: string, done: Completed) => void;
  const ours = (text: string, done: Completed): void => {
    // What cannot be ours must not load anything.
    if (!/[.({,]|^\s*(?:use|show|connect|help|watch)\s/.test(text)) return own(text, done);
    live()
      .complete(unfinished() + text)
      .then(
        (found) => (found ? done(null, [[...found[0]], found[1]]) : own(text, done)),
        () => done(null, [[], text]),
      )
      .finally(completed);
  };
  Object.assign(server, { completer: ours });
}
