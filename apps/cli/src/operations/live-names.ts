import { type AnyOperation, isReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { Session } from "../session/session.ts";
import { liveNameOf, sourceOf } from "./live-sources.ts";

/** The values of a field that exist on this server; undefined if the revision cannot list them. */
export async function liveNames(session: Session, field: string): Promise<readonly string[] | undefined> {
  const source = sourceOf(session.kind.api, field, await session.revision());
  if (source === undefined) return undefined;
  const answer = await session.call(source.operation);
  return source.names(answer.read());
}

/** Whether a typed name exists, and what to type instead; undefined if the server cannot tell. */
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
    // A failure to find advice is not reported.
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}

/** Nodes of a database are also named by their number alone. */
function isNumberOf(name: string, typed: string): boolean {
  return /^\d+$/.test(typed) && name.endsWith(`-${typed}`);
}

/** The most names that a message lists. */
const MAX_LISTED = 8;

/** Numbered names are all alike, so listing them says more than the most similar one. Plans are few. */
function adviceOn(field: string, typed: string, names: readonly string[]): string {
  const all = names.length > 0 && names.length <= MAX_LISTED ? ` There are: ${names.join(", ")}.` : "";
  if (field === "node" || field === "broker") return all || didYouMean(typed, names);
  return didYouMean(typed, names) || (field === "plan" ? all : "");
}
