import type { Shell } from "../shell.ts";

/** What must be awaited before a value is a result: a promise, or a watch that is followed to its end. */
export function pending(
  { followers, drawings }: Pick<Shell, "followers" | "drawings">,
  value: unknown,
): Promise<unknown> | undefined {
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
