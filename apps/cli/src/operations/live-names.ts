import { type AnyOperation, isReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { Session } from "../session/session.ts";
import { liveNameOf, sourceOf } from "./live-sources.ts";

/** The values that exist on this server for a field; undefined if the revision cannot list them. */
export async function liveNames(session: Session, field: string): Promise<readonly string[] | undefined> {
  const source = sourceOf(session.kind.api, field, await session.revision());
  if (source === undefined) return undefined;
  const answer = await session.call(source.operation);
  return source.names(answer.read());
}

/** Whether a typed name exists, and advice on which name to type instead; undefined if the server cannot tell. */
export async function adviceOnName(
  session: Session,
  field: string,
  typed: string,
  operation?: AnyOperation,
): Promise<{ readonly exists: boolean; readonly advice: string } | undefined> {
  try {
    const names = await liveNames(session, liveNameOf(session.kind.api, field, operation) ?? field);
    return (
      names && {
        exists: names.some((name) => name === typed || isNumberOf(name, typed)),
        advice: adviceOn(field, typed, names),
      }
    );
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
function adviceOn(field: string, typed: string, names: readonly string[]): string {
  const all = names.length > 0 && names.length <= MAX_LISTED ? ` There are: ${names.join(", ")}.` : "";
  if (field === "node" || field === "broker") return all || didYouMean(typed, names);
  return didYouMean(typed, names) || (field === "plan" ? all : "");
}
