import { dashed } from "@reeve/commands";
import { type ListedOperation, listOperations, ReeveError } from "@reeve/contract";
import type { Session } from "../session/session.ts";

/** Throws if the server's revision does not have the operation, before the user is asked for confirmation. */
export async function refuseOtherRevisions(session: Session, listed: ListedOperation): Promise<void> {
  const revision = await session.revision();
  if (!listed.revisions.includes(revision)) throw otherRevisions(session, listed, revision);
}

/** The error for an operation that the revision does not have: `"plans active" exists in R1 only; this server is R3. In R3: …`. */
export function otherRevisions(session: Session, listed: ListedOperation, revision: string): ReeveError {
  const { api } = session.kind;
  const { name, revisions, operation } = listed;
  const instead = listOperations(api, revision).find((each) => each.name === operation.instead);
  const advice = instead
    ? `In ${revision}: reeve ${api.name} ${dashed(instead.noun)} ${dashed(instead.verb)}`
    : `To try it on this machine: reeve up --revision ${api.name}=${revisions.at(-1)}`;
  const command = JSON.stringify(name.split(".").map(dashed).join(" "));
  return new ReeveError(
    "not-in-revision",
    `${command} exists in ${inWords(revisions)} only; ${setWords(session) ?? `this server is ${revision}`}. ${advice}`,
    { operation: name, revision },
  );
}

/**
 * If the revision comes from the settings, advises the user to remove this setting, so that Reeve asks the server for its revision. The
 * profile of a local service is an exception, because the service itself has written the revision there.
 */
export function setWords({ kind, settings }: Session): string | undefined {
  const set = settings.revision[kind.api.name];
  if (!set || (set.place === "profile" && settings.madeBy !== undefined)) return undefined;
  return `${set.value} is set (${set.origin}): remove the setting; Reeve then detects the revision`;
}

function inWords(revisions: readonly string[]): string {
  return revisions.length < 2 ? revisions.join() : `${revisions.slice(0, -1).join(", ")} and ${revisions.at(-1)}`;
}
