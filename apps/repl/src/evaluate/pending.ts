import type { ShellState } from "../start/shell.ts";

/** Returns the promise to await before a value can be shown: the value if it is a promise, or the end of a watch. */
export function pending({ followers, drawings }: Pick<ShellState, "followers" | "drawings">, value: unknown): Promise<unknown> | undefined {
  const follower = isObject(value) ? followers.get(value) : undefined;
  if (follower) return follower();
  if (!isThenable(value)) return undefined;
  return Promise.resolve(value).then((settled) => {
    drawings.arrived(value, settled);
    return pending({ followers, drawings }, settled) ?? settled;
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && "then" in value && typeof value.then === "function";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
