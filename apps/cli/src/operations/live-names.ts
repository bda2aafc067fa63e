import type { CallOptions } from "@reeve/client";
import { type InputField, isReeveError, operationNaming } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { Session } from "./session.ts";

/** The names of a thing, such as `topic`, that exist on this server; undefined if the revision cannot list them. */
export async function liveNames(session: Session, thing: string, options?: CallOptions): Promise<readonly string[] | undefined> {
  const source = operationNaming(session.kind.api, thing, await session.revision());
  if (!source) return undefined;
  const answer = await session.call(source.operation, {}, options);
  return source.operation.names?.[thing]?.(answer.read());
}

/** Whether a typed name exists, and advice on which name to type instead; undefined if the server cannot tell. */
export async function adviceOnName(session: Session, { names: thing }: InputField, typed: string) {
  if (thing === undefined) return undefined;
  try {
    const names = await liveNames(session, thing);
    return names && { exists: names.some((name) => name === typed || isNumberOf(name, typed)), advice: adviceOn(thing, typed, names) };
  } catch (thrown) {
    // Without advice, the original error is reported.
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}

/** Whether the typed text is the number in a node's name, because users may type `1` for `node-1`. */
function isNumberOf(name: string, typed: string): boolean {
  return /^\d+$/.test(typed) && name.endsWith(`-${typed}`);
}

/** Maximum number of names in a message. */
const MAX_LISTED = 8;

/**
 * The advice for an unknown name. For a node or broker, lists all names if there are only a few, because numbered names are always similar.
 * For anything else, suggests a similar name; for a plan without a similar name, lists all plans if there are only a few.
 */
function adviceOn(thing: string, typed: string, names: readonly string[]): string {
  const all = names.length > 0 && names.length <= MAX_LISTED ? ` There are: ${names.join(", ")}.` : "";
  if (NUMBERED.has(thing)) return all || didYouMean(typed, names);
  return didYouMean(typed, names) || (thing === "plan" ? all : "");
}

const NUMBERED: ReadonlySet<string> = new Set(["node", "own-node", "broker"]);
