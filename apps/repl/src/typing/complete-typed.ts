import type { NodeRepl } from "../evaluate/node-repl.ts";
import type { LazyLive } from "../parts/lazy-live.ts";
import type { HintLine } from "./hints.ts";

type Completed = (error: Error | null, result?: [string[], string]) => void;

/** Global names that exist before the shell defines any, and therefore belong to JavaScript or Node. */
const platform: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(globalThis));

/**
 * Completes the shell's own names, and leaves all other names to Node. At an empty prompt, Tab offers the names with which a line can
 * begin. While the first name is typed, the shell's names come before Node's. The list of completions replaces the hint below the line.
 */
export function completeOurs(
  server: Pick<NodeRepl, "completer">,
  live: () => Pick<ReturnType<LazyLive>, "complete">,
  unfinished: () => string,
  hint: HintLine,
  first: () => readonly string[],
): void {
  const own = server.completer as (text: string, done: Completed) => void;
  const ours = (text: string, done: Completed): void => {
    const [begun] = unfinished() === "" ? (/^\s*[\w$]*$/.exec(text) ?? []) : [];
    if (begun?.trim() === "") {
      done(null, [[...first()].sort(), ""]);
      return;
    }
    if (begun !== undefined) {
      own(text, (error, result) => done(error, result && [oursFirst(result[0], first(), begun.trim()), result[1]]));
      return;
    }
    // No service is loaded for a line that cannot concern a service.
    if (!/[.({,]|^\s*(?:use|show|connect|help|watch)\s/.test(text)) {
      own(text, done);
      return;
    }
    live()
      .complete(unfinished() + text)
      .catch(() => [[], text] as const)
      .then((result) => {
        hint.clear();
        if (result) done(null, [[...result[0]], result[1]]);
        else if (wouldRunSomething(text)) done(null, [[], text]);
        else own(text, done);
        hint.show();
      });
  };
  Object.assign(server, { completer: ours });
}

/**
 * Moves the shell's names to the front of Node's completions, as a group of their own. Node ignores the case, so it would offer
 * `BroadcastChannel` for `bro`, and Tab could not complete `broker`.
 */
function oursFirst(matches: readonly string[], names: readonly string[], begun: string): string[] {
  const ours = names.filter((name) => name.startsWith(begun)).sort();
  if (ours.length === 0) return [...matches];
  const others = matches.filter((name) => !ours.includes(name) && (name === "" || name.startsWith(begun)));
  return others.some((name) => name !== "") ? [...ours, "", ...others] : ours;
}

/** Whether Node would run a getter of the user's code to complete this text. */
function wouldRunSomething(text: string): boolean {
  const [, name = ""] = /([A-Za-z_$][\w$]*)(?:\??\.[\w$]*)+$/.exec(text) ?? [];
  return !platform.has(name) && Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined;
}
