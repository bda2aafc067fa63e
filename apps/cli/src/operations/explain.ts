import { describeClient } from "@reeve/client";
import { asTyped, type ParsedArguments, sameCluster, unknownService, withHint } from "@reeve/commands";
import {
  commandLineOf,
  dashed,
  fieldsOf,
  flagNameOf,
  isReeveError,
  type ListedOperation,
  listOperations,
  ReeveError,
  type Verification,
} from "@reeve/contract";
import { joinedWords } from "@reeve/terminal";
import type { ServiceKind } from "../services/kind.ts";
import { adviceOnName } from "./live-names.ts";
import type { Session } from "./session.ts";

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
  return (
    (status === undefined ? undefined : await unknownName(thrown, session, listed, input)) ??
    (await unknownServiceOf(session, thrown)) ??
    withPath(thrown, session)
  );
}

/** The error for a wrong name of the service; undefined if the name is right or the server does not list its services. */
export function unknownServiceOf({ kind, service, client, options }: Session, thrown: ReeveError) {
  const { transport } = describeClient(client);
  return unknownService(thrown, { kind: kind.api.name, service, transport, options: options() });
}

/**
 * Adds to the error of an extension, which only the Reeve service knows, what to type for other servers: the arguments that the documented
 * operation needs.
 */
export function withoutExtension(thrown: unknown, { operation }: ListedOperation): unknown {
  if (!isReeveError(thrown, "not-found")) return thrown;
  const needed = fieldsOf(operation).filter(({ required, isPositional }) => required && !isPositional);
  const flags = needed.map((field) => `--${flagNameOf(field)}`).join(" and ");
  return withHint(thrown, `Only the Reeve service takes these arguments. For other servers, give exactly ${flags}.`);
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

/** Throws if the server's revision does not have the operation, before the user is asked for confirmation. */
export async function refuseOtherRevisions(session: Session, listed: ListedOperation): Promise<void> {
  const revision = await session.revision();
  if (!listed.revisions.includes(revision)) throw otherRevisions(session, listed, revision);
}

/** The error for an operation that the revision does not have: `"plans active" exists in R1 only; this server is R3. In R3: …`. */
function otherRevisions(session: Session, listed: ListedOperation, revision: string): ReeveError {
  const { api } = session.kind;
  const { name, revisions, operation } = listed;
  const instead = listOperations(api, revision).find((each) => each.name === operation.instead);
  const advice = instead
    ? `In ${revision}: reeve ${api.name} ${dashed(instead.noun)} ${dashed(instead.verb)}`
    : `To try it on this machine: reeve up --revision ${api.name}=${revisions.at(-1)}`;
  const command = JSON.stringify(name.split(".").map(dashed).join(" "));
  return new ReeveError(
    "not-in-revision",
    `${command} exists in ${joinedWords(revisions)} only; ${setWords(session) ?? `this server is ${revision}`}. ${advice}`,
    { operation: name, revision },
  );
}

/**
 * If the revision comes from the settings, advises the user to remove this setting, so that Reeve asks the server for its revision. The
 * profile of a local service is an exception, because the service itself has written the revision there.
 */
function setWords({ kind, settings }: Session): string | undefined {
  const set = settings.revision[kind.api.name];
  if (!set || (set.place === "profile" && settings.madeBy !== undefined)) return undefined;
  return `${set.value} is set (${set.origin}): remove the setting; Reeve then detects the revision`;
}

/** If it is uncertain whether a change was made, adds to the error a command that shows whether the change was made. */
export function withVerification(thrown: unknown, { api }: ServiceKind, args: ParsedArguments): unknown {
  if (!isReeveError(thrown) || !thrown.context.verification) return thrown;
  return withHint(thrown, `${verifyingCommand(thrown.context.verification, api.operations, args)} shows whether the change was made.`);
}

function verifyingCommand(
  { api, operation, input }: Verification,
  operations: ServiceKind["api"]["operations"],
  args: ParsedArguments,
): string {
  const [noun = "", verb = ""] = operation.split(".");
  const read = operations[noun]?.[verb];
  return read ? `reeve ${commandLineOf(api, { noun, verb, operation: read }, input)}${sameCluster(args)}` : operation;
}
