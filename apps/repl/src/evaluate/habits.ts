import type { LazyLive } from "../parts/lazy-live.ts";
import { isObject } from "../show/drawings.ts";
import { words } from "../start/globals.ts";
import type { ShellState } from "../start/shell.ts";
import { rewrite } from "./rewrite.ts";

/** What the shell does with code before its evaluation, and with the value after it. */
export function habitsOf({ followers, drawings }: ShellState, live: LazyLive) {
  /** The promise to await before a value can be shown: the value if it is a promise, or the end of a watch. */
  const pending = (value: unknown): Promise<unknown> | undefined => {
    const follower = isObject(value) ? followers.get(value) : undefined;
    if (follower) return follower();
    if (!isThenable(value)) return undefined;
    return Promise.resolve(value).then((settled) => {
      drawings.arrived(value, settled);
      return pending(settled) ?? settled;
    });
  };
  return {
    pending,
    rewrite: (code: string): string => {
      live.prepare(code);
      return rewrite(code, words);
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && "then" in value && typeof value.then === "function";
}
