import { isReeveError, type ListedOperation, ReeveError } from "@reeve/contract";
import type { Session } from "../session/session.ts";
import { type Field, isIdentifying } from "./field.ts";
import { asTyped } from "./input.ts";
import { adviceOnName } from "./live-names.ts";
import { otherRevisions, setWords } from "./revisions.ts";

/** Says of an error what the command line knows more about: what there is in this revision, and which name was probably meant. */
export async function explained(
  thrown: unknown,
  session: Session,
  listed: ListedOperation,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (!isReeveError(thrown)) return thrown;
  const { status, revision } = thrown.context;
  if (thrown.code === "not-in-revision" && status === undefined) {
    // It may be there, and only not be able to say all that was asked.
    const isElsewhere = revision !== undefined && !listed.revisions.includes(revision);
    if (isElsewhere) return otherRevisions(session, listed, revision);
    return new ReeveError(thrown.code, asTyped(thrown.message, fields), thrown.context);
  }
  if (session.isRemembered && (status === 404 || status === 405)) {
    const changed = await revisionChange(session, revision);
    if (changed) return changed;
  }
  if (thrown.code === "not-in-revision") {
    const set = setWords(session);
    return set === undefined ? thrown : new ReeveError(thrown.code, `${thrown.message}; ${set}`, thrown.context);
  }
  // Some servers answer with a bare 500 to a topic that they do not know.
  if (thrown.code !== "not-found" && status !== 500) return thrown;
  // That there is no such name says nothing of an operation that makes it, or takes it away.
  if (thrown.mayHaveBeenDone && OF_NAMES.has(listed.name)) return thrown;
  return (await unknownName(thrown, session, listed, fields, input)) ?? withPath(thrown, session);
}

const OF_NAMES: ReadonlySet<string> = new Set(["topics.create", "topics.delete"]);

/** A gateway says of what it does not know no more than that: what was asked for helps to see which service, which address was meant. */
function withPath(thrown: ReeveError, { service }: Session): ReeveError {
  const { method, path, status } = thrown.context;
  if (status !== 404 || path === undefined || thrown.message.includes(service)) return thrown;
  return new ReeveError(thrown.code, `${method} ${path}: ${thrown.message}`, thrown.context);
}

/** A server that does not know a route may have been renewed since its revision was found. */
async function revisionChange(session: Session, before: string | undefined): Promise<ReeveError | undefined> {
  try {
    const now = await session.revisionAnew();
    if (now === before) return undefined;
    return new ReeveError(
      "not-in-revision",
      `this server speaks ${now} now, and ${before} no more: nothing was done, and the next command asks in ${now}`,
    );
  } catch (thrown) {
    // What went wrong first is what is told.
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}

async function unknownName(
  thrown: ReeveError,
  session: Session,
  listed: ListedOperation,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
): Promise<ReeveError | undefined> {
  for (const field of fields.filter(isIdentifying)) {
    const typed = String(input[field.name] ?? "");
    const found = typed === "" ? undefined : await adviceOnName(session, field.name, typed, listed.operation);
    if (!found || found.exists) continue;
    const what = field.name === "id" ? "configuration" : field.name;
    const sentence = `no ${what} ${JSON.stringify(typed)} in ${session.service}.${found.advice}`;
    const { mayHaveBeenDone: _, verification: __, ...context } = thrown.context;
    return new ReeveError("not-found", sentence, context);
  }
  return undefined;
}
