import {
  type AnyOperation,
  checkInput,
  isReeveError,
  type ListedOperation,
  ReeveError,
  type Request,
  requestFor,
  secretFields,
  verificationOf,
} from "@reeve/contract";
import { type CallOptions, cancellationError } from "@reeve/transport";
import type { Core } from "./core.ts";
import { type FallbackRequest, fallbackRequest } from "./fallback-request.ts";
import { checkCall, shareLimit } from "./options.ts";
import { carries, type RawAnswer, rawAnswer } from "./raw-answer.ts";

/** Calls an operation. Checks the input first, then detects the revision if it is not known yet. */
export function send(core: Core, listed: ListedOperation, input: unknown = {}, options?: CallOptions): Promise<RawAnswer> {
  return named(core, listed.name, async () => {
    const canonical = checkInput(listed.operation, input);
    checkCall(options);
    if (options?.signal?.aborted) throw cancellationError(options.signal);
    const limited = shareLimit(options);
    const revision = core.revision.known() ?? (await core.revision.find(limited()));
    if (!listed.revisions.includes(revision)) throw absentFrom(core, listed, revision);
    return sendIn(core, revision, listed, canonical, limited());
  });
}

/** Sends a checked input in a revision that has the operation. */
export async function sendIn(
  core: Core,
  revision: string,
  listed: ListedOperation,
  input: unknown,
  options?: CallOptions,
): Promise<RawAnswer> {
  const { operation, name } = listed;
  const verification = operation.effect === "read" ? undefined : verificationOf(core.api, operation, input as object);
  const sendRequest = async (request: Request) => {
    const response = await core.transport.send(
      {
        request,
        effect: operation.effect,
        operation: name,
        revision,
        media: operation.output.media,
        ...(operation.timeout && { timeout: operation.timeout(input) }),
        secrets: secretsIn(operation, input),
        verification,
        accepts: (wire) => carries(operation.output, wire),
      },
      options,
    );
    const answer = rawAnswer(response, { listed, revision, request, verification });
    report(core.onAnswer, name, answer);
    return answer;
  };
  const build = (fallback?: FallbackRequest) => requestOf(core, revision, operation, input, fallback);
  const usual = build();
  const other = fallbackRequest(listed, revision);
  if (!other) return sendRequest(usual);
  const unusual = build(other);
  const preferred = core.preferred.has(other.key);
  const [first, second] = preferred ? [unusual, usual] : [usual, unusual];
  try {
    return await sendRequest(first);
  } catch (refused) {
    if (isSame(first, second) || !isRefusal(refused, other)) throw refused;
    const answer = await sendRequest(second).catch((thrown: unknown) => {
      throw isSecondMoreUseful(thrown, operation) ? thrown : refused;
    });
    if (preferred) core.preferred.delete(other.key);
    else core.preferred.add(other.key);
    return answer;
  }
}

/** Passes a response to the observer, whose exceptions and rejected promises must not affect the call. */
function report(onAnswer: Core["onAnswer"], name: string, answer: RawAnswer): void {
  const heard = async () => onAnswer?.(name, answer);
  heard().catch(() => {});
}

function requestOf(core: Core, revision: string, operation: AnyOperation, input: unknown, fallback?: FallbackRequest): Request {
  const { service } = core;
  const { route, spell, method } = fallback ?? {};
  const call = { revision, service, ...(route && { route }), ...(spell && { spell }) };
  const request = requestFor(operation, call, input as Readonly<Record<string, unknown>>);
  return method ? { ...request, method } : request;
}

function secretsIn(operation: AnyOperation, input: unknown): readonly string[] {
  const values = [...secretFields(operation)].map((field) => (input as Record<string, unknown>)[field]);
  return values.filter((value) => typeof value === "string");
}

function isSame(one: Request, other: Request): boolean {
  return one.method === other.method && one.path === other.path && one.query === other.query;
}

function isRefusal(thrown: unknown, { refusedWith }: FallbackRequest): boolean {
  return isReeveError(thrown) && thrown.context.status !== undefined && refusedWith.includes(thrown.context.status);
}

/**
 * Whether the caller gets the error of the second request after both forms of a request have failed: if the second request got no answer,
 * or if it may have made a change, which every status except 404 and 405 leaves possible.
 */
function isSecondMoreUseful(thrown: unknown, { effect }: AnyOperation): boolean {
  const status = isReeveError(thrown) ? thrown.context.status : undefined;
  return status === undefined || (effect !== "read" && status !== 404 && status !== 405);
}

/**
 * Adds the name of the operation to an error: to its context, and before its message, as `topics.delete: there is no topic x (404)`. So a
 * log shows which call has failed.
 */
export async function named<Value>({ namesOperations = true }: Core, name: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    const { code, message, context } = thrown;
    const sentence = namesOperations && !message.includes(name) ? `${name}: ${message}` : message;
    // The error may be that of several calls, which wait for the same revision, so it is not changed itself. A cause is taken from it.
    throw new ReeveError(code, sentence, { operation: name, ...context }, thrown);
  }
}

/** The error for an operation that a revision lacks. Names the revisions that have it, and an operation to use instead. */
function absentFrom({ revision: inUse, operations }: Core, listed: ListedOperation, revision: string): ReeveError {
  const { name, revisions, operation } = listed;
  const speaker = inUse.given ? "this client speaks" : "this server is";
  const instead = operation.instead === undefined ? undefined : operations.get(operation.instead);
  const advice = instead?.revisions.includes(revision) ? `; use ${instead.name} instead` : "";
  return new ReeveError("not-in-revision", `${name} exists in ${inWords(revisions)} only; ${speaker} ${revision}${advice}`, { revision });
}

function inWords(revisions: readonly string[]): string {
  return revisions.length < 2 ? revisions.join() : `${revisions.slice(0, -1).join(", ")} and ${revisions.at(-1)}`;
}
