import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { HintLine } from "./hints.ts";
import type { LazyLive } from "./lazy-live.ts";

type Completed = (error: Error | null, result: [string[], string]) => void;

/** What was there before anybody typed is the platform's. */
const platform: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(globalThis));

/** Completes what is ours; Node completes everything else. What is found is written where a hint stands: it makes room, and follows the line. */
export function completeOurs(
  server: Pick<NodeRepl, "completer">,
  live: () => Pick<ReturnType<LazyLive>, "complete">,
  unfinished: () => string,
  hint: HintLine,
): void {
  const own = server.completer as (text: string, done: Completed) => void;
  const ours = (text: string, done: Completed): void => {
    // What cannot be ours must not load anything.
    if (!/[.({,]|^\s*(?:use|show|connect|help|watch)\s/.test(text)) {
      own(text, done);
      return;
    }
    live()
      .complete(unfinished() + text)
      .catch(() => [[], text] as const)
      .then((found) => {
        hint.clear();
        if (found) done(null, [[...found[0]], found[1]]);
        else if (wouldRunSomething(text)) done(null, [[], text]);
        else own(text, done);
        hint.show();
      });
  };
  Object.assign(server, { completer: ours });
}

/** Whether Node would run a getter of somebody's to see what stands behind a name: who asks what there is has not asked for that. */
function wouldRunSomething(text: string): boolean {
  const [, name = ""] = /([A-Za-z_$][\w$]*)(?:\??\.[\w$]*)+$/.exec(text) ?? [];
  return !platform.has(name) && Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined;
}
