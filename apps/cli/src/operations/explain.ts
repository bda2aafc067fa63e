import { fieldsOf, isReeveError, type ListedOperation, ReeveError } from "@reeve/contract";
import type { Session } from "../session/session.ts";
import { asTyped } from "./input.ts";
import { adviceOnName } from "./live-names.ts";
import { otherRevisions, setWords } from "./revisions.ts";

/**
 * Adds to an error what only the command line knows: the revisions that have the operation, and existing names that are similar to the
 * typed name.
 */
export async function explained(
  thrown: unknown,
  session: Session,
  listed: ListedOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (!isReeveError(thrown)) return thrown;
  const { status, revision } = thrown.context;
  if (thrown.code === "not-in-revision" && status === undefined) {
    // The revision may have the operation, but lack one of the given fields.
    const isElsewhere = revision !== undefined && !listed.revisions.includes(revision);
    if (isElsewhere) return otherRevisions(session, listed, revision);
    return new ReeveError(thrown.code, asTyped(thrown.message, fieldsOf(listed.operation)), thrown.context);
  }
  if (session.isRemembered && (status === 404 || status === 405)) {
    const changed = await revisionChange(session, revision);
    if (changed) return changed;
  }
  if (thrown.code === "not-in-revision") {
    const set = setWords(session);
    return set === undefined ? thrown : new ReeveError(thrown.code, `${thrown.message}; ${set}`, thrown.context);
  }
  // For an unknown topic, some servers answer with the status 500 and no explanation.
  if (thrown.code !== "not-found" && status !== 500) return thrown;
  // If the result of a deletion is uncertain, the topic may be unknown because this request has just deleted it.
  if (thrown.mayHaveBeenDone && listed.operation.changesNames) return thrown;
  return (await unknownName(thrown, session, listed, input)) ?? withPath(thrown, session);
}

/**
 * Adds the path to the message, because a gateway's 404 does not say which part of the path is unknown. From the path, users
 * can see whether they gave a wrong service or address.
 */
function withPath(thrown: ReeveError, { service }: Session): ReeveError {
  const { method, path, status } = thrown.context;
  if (status !== 404 || path === undefined || thrown.message.includes(service)) return thrown;
  return new ReeveError(thrown.code, `${method} ${path}: ${thrown.message}`, thrown.context);
}

/** Checks whether the server has changed to another revision, which would explain an unknown route of the cached revision. */
async function revisionChange(session: Session, before: string | undefined): Promise<ReeveError | undefined> {
  try {
    const now = await session.revisionAnew();
    if (now === before) return undefined;
    return new ReeveError(
      "not-in-revision",
      `this server now speaks ${now} instead of ${before}: nothing was done; run the command again, which then uses ${now}`,
    );
  } catch (thrown) {
    // If this check fails, the caller reports the original error.
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}

async function unknownName(
  thrown: ReeveError,
  session: Session,
  { operation }: ListedOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<ReeveError | undefined> {
  for (const field of fieldsOf(operation).filter(({ isPositional }) => isPositional)) {
    const typed = String(input[field.name] ?? "");
    const known = typed === "" ? undefined : await adviceOnName(session, field, typed);
    if (!known || known.exists) continue;
    const what = field.name === "id" ? field.names : field.name;
    const sentence = `no ${what} ${JSON.stringify(typed)} in ${session.service}.${known.advice}`;
    const { mayHaveBeenDone: _, verification: __, ...context } = thrown.context;
    return new ReeveError("not-found", sentence, context);
  }
  return undefined;
}
