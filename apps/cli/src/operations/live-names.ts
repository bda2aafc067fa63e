import { type AnyApi, isReeveError, listOperations } from "@reeve/contract";
import { namesIn, nearest } from "@reeve/terminal";
import type { Session } from "../session/session.ts";

/** Which operations list the names that a field takes; one that the revision has is asked. */
const sources: Readonly<Record<string, readonly string[]>> = {
  topic: ["topics.list"],
  broker: ["brokers.list"],
  node: ["pods.list"],
  plan: ["plans.list"],
  id: ["configurations.list"],
};

/** The field, where an API can list the names that it takes. */
export function liveNameOf(api: AnyApi, field: string): string | undefined {
  return sourceOf(api, field) === undefined ? undefined : field;
}

function sourceOf(api: AnyApi, field: string, revision?: string): string | undefined {
  return sources[field]?.find((name) => listOperations(api, revision).some((listed) => listed.name === name));
}

/** The names that a field takes on this server; undefined where its revision cannot say. */
export async function liveNames(session: Session, field: string): Promise<readonly string[] | undefined> {
  const source = sourceOf(session.kind.api, field, await session.revision());
  if (source === undefined) return undefined;
  const answer = await session.call(source);
  return namesIn(answer.read());
}

/** The name that was probably meant; undefined where none is near, or nobody can say. */
export async function nearestLiveName(
  session: Session,
  field: string,
  typed: string,
): Promise<{ readonly exists: boolean; readonly nearest: string | undefined } | undefined> {
  try {
    const names = await liveNames(session, field);
    return names && { exists: names.includes(typed), nearest: nearest(typed, names) };
  } catch (thrown) {
    // Advice is not worth an error of its own.
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}
