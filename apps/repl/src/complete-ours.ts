import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { HintLine } from "./hints.ts";
import type { LazyLive } from "./lazy-live.ts";

type Completed = (error: Error | null, result?: [string[], string]) => void;

/** Names that existed at the start belong to the platform. */
const platform: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(globalThis));

/**
 * Completes the shell's own names; Node completes everything else. At an empty prompt these are the names that can be typed first; at the
 * beginning of a name they come before Node's. The list of completions replaces a hint below the line.
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

/** Of the names that Node has found, those of the shell come first, as a group. */
function oursFirst(found: readonly string[], names: readonly string[], begun: string): string[] {
  const ours = names.filter((name) => name.startsWith(begun)).sort();
  const others = found.filter((name) => !ours.includes(name));
  if (ours.length === 0) return [...found];
  return others.some((name) => name !== "") ? [...ours, "", ...others] : ours;
}

/** Whether Node would run a user's getter for this completion, which the user has not asked for. */
function wouldRunSomething(text: string): boolean {
  const [, name = ""] = /([A-Za-z_$][\w$]*)(?:\??\.[\w$]*)+$/.exec(text) ?? [];
  return !platform.has(name) && Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined;
}
