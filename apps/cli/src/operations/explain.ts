import { isReeveError, type Listed, listOperations, ReeveError } from "@reeve/contract";
import { dashed } from "../model/spelling.ts";
import type { Session } from "../session/session.ts";
import { type Field, isIdentifying } from "./field.ts";
import { nearestLiveName } from "./live-names.ts";

/** Says of an error what the command line knows more about: what there is in this revision, and which name was probably meant. */
export async function explained(
  thrown: unknown,
  session: Session,
  listed: Listed,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (!isReeveError(thrown)) return thrown;
  if (thrown.code === "not-in-revision" && thrown.context.revision !== undefined) {
    return inOtherRevisions(listed, session, thrown.context.revision, thrown);
  }
  // Some servers answer with a bare 500 to a topic that they do not know.
  const isBare = thrown.code === "server-failure" && thrown.context.status === 500;
  if (thrown.code !== "not-found" && !isBare) return thrown;
  for (const field of fields.filter(isIdentifying)) {
    const typed = String(input[field.name] ?? "");
    const found = typed === "" ? undefined : await nearestLiveName(session, field.name, typed);
    if (!found || found.exists) continue;
    const advice = found.nearest === undefined ? "" : ` Did you mean ${JSON.stringify(found.nearest)}?`;
    const what = field.name === "id" ? "configuration" : field.name;
    const sentence = `no ${what} ${JSON.stringify(typed)} in ${session.service}.${advice}`;
    return new ReeveError("not-found", sentence, thrown.context, { cause: thrown.cause });
  }
  return thrown;
}

/** `"plans active" exists in R1 only; this server is R3. In R3: reeve broker plans show` */
function inOtherRevisions(listed: Listed, session: Session, revision: string, thrown: ReeveError): ReeveError {
  const { api } = session.kind;
  const { name, revisions, operation } = listed;
  // It may be there, and only not be able to say all that was asked.
  if (revisions.includes(revision)) return thrown;
  const instead = listOperations(api, revision).find((each) => each.name === operation.instead);
  const advice = instead ? ` In ${revision}: ${commandOf(api.name, instead)}` : hint(api.name, revision, revisions);
  const where = revisions.length < 2 ? revisions.join() : `${revisions.slice(0, -1).join(", ")} and ${revisions.at(-1)}`;
  return new ReeveError(
    "not-in-revision",
    `${JSON.stringify(name.split(".").map(dashed).join(" "))} exists in ${where} only; this server is ${revision}.${advice}`,
    thrown.context,
  );
}

function commandOf(api: string, { noun, verb }: Listed): string {
  return `reeve ${api} ${dashed(noun)} ${dashed(verb)}`;
}

/** Where a revision has nothing in its place, the local service can serve one that does. */
function hint(api: string, _revision: string, revisions: readonly string[]): string {
  return ` To try it here: reeve up --revision ${api}=${revisions.at(-1)}`;
}
