import { type AnyOperation, isReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { Session } from "../session/session.ts";
import { liveNameOf, sourceOf } from "./live-sources.ts";

/** The names that a field takes on this server; undefined where its revision cannot say. */
export async function liveNames(session: Session, field: string): Promise<readonly string[] | undefined> {
  const source = sourceOf(session.kind.api, field, await session.revision());
  if (source === undefined) return undefined;
  const answer = await session.call(source.operation);
  return source.names(answer.read());
}

/** Whether a name that was typed exists, and what to type in its place; undefined where nobody can say. */
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
    // Advice is not worth an error of its own.
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}

/** Nodes of a database go by their number alone, too. */
function isNumberOf(name: string, typed: string): boolean {
  return /^\d+$/.test(typed) && name.endsWith(`-${typed}`);
}

/** So many names can be told at once. */
const FEW = 8;

/** Numbered names are all alike: which ones there are says more than which one is spelt nearly so. And plans are few. */
function adviceOn(field: string, typed: string, names: readonly string[]): string {
  const all = names.length > 0 && names.length <= FEW ? ` There are: ${names.join(", ")}.` : "";
  if (field === "node" || field === "broker") return all || didYouMean(typed, names);
  return didYouMean(typed, names) || (field === "plan" ? all : "");
}
