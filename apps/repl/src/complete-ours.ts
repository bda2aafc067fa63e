import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { HintLine } from "./hints.ts";
import type { LazyLive } from "./lazy-live.ts";

type Completed = (error: Error | null, result: [string[], string]) => void;

/** Names that existed at the start belong to the platform. */
const platform: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(globalThis));

/** Completes the shell's own names; Node completes everything else. A hint below the line makes room for the list of completions. */
export function completeOurs(
  server: Pick<NodeRepl, "completer">,
  live: () => Pick<ReturnType<LazyLive>, "complete">,
  unfinished: () => string,
  hint: HintLine,
): void {
  const own = server.completer as (text: string, done: Completed) => void;
  const ours = (text: string, done: Completed): void => {
    // A line that cannot concern a service must not load anything.
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

/** Whether Node would run a user's getter for this completion, which the user has not asked for. */
function wouldRunSomething(text: string): boolean {
  const [, name = ""] = /([A-Za-z_$][\w$]*)(?:\??\.[\w$]*)+$/.exec(text) ?? [];
  return !platform.has(name) && Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined;
}
