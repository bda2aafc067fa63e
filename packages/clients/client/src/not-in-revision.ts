import { type ListedOperation, ReeveError } from "@reeve/contract";
import type { Core } from "./core.ts";

/** The error for an operation that a revision lacks. Names the revisions that have it, and an operation to use instead. */
export function absentFrom(
  { revision: inUse, operations }: Core,
  listed: ListedOperation,
  revision: string,
): ReeveError {
  const { name, revisions, operation } = listed;
  const speaker = inUse.given ? "this client speaks" : "this server is";
  const instead = operation.instead === undefined ? undefined : operations.get(operation.instead);
  const advice = instead?.revisions.includes(revision) ? `; use ${instead.name} instead` : "";
  return new ReeveError(
    "not-in-revision",
    `${name} exists in ${inWords(revisions)} only; ${speaker} ${revision}${advice}`,
    { operation: name, revision },
  );
}

function inWords(revisions: readonly string[]): string {
  return revisions.length < 2 ? revisions.join() : `${revisions.slice(0, -1).join(", ")} and ${revisions.at(-1)}`;
}
