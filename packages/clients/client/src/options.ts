import { type Credentials, token as tokenOf } from "@reeve/auth";
import { type AnyApi, isRecord, ReeveError } from "@reeve/contract";
import { type CallOptions, createTransport, type Transport, type TransportOptions } from "@reeve/transport";
import type { RawAnswer } from "./raw-answer.ts";

/** The name of a service, and how to connect to it. */
export type ClientOptions<Revision extends string | undefined = string | undefined> = ServiceOptions<Revision> &
  (ClusterOptions | SharedTransport);

interface ServiceOptions<Revision> {
  /** The name of the service instance. If the name contains folders, slashes separate them. */
  readonly service: string;
  /** The revision of the service's API. By default the first call detects it with reads, and the client remembers it. */
  readonly revision?: Revision;
  /** Called with every response, including those during waits. `operation` is a name such as `topics.create`. */
  readonly onAnswer?: (operation: string, answer: RawAnswer) => void;
  /**
   * Whether the messages of errors begin with the name of the operation, as `topics.delete: …`. The default is true. Programs
   * that show an error beside what the user has typed switch it off.
   */
  readonly namesOperations?: boolean;
}

interface ClusterOptions extends Omit<TransportOptions, "credentials"> {
  /** A token, which is never renewed. */
  readonly token?: string | undefined;
  /** The source of tokens. Cannot be combined with `token`. */
  readonly credentials?: Credentials | undefined;
  readonly transport?: never;
}

/** A transport that several clients share, with its logins and connections. */
interface SharedTransport extends Readonly<Partial<Record<(typeof TRANSPORT_OPTIONS)[number], never>>> {
  readonly transport: Transport;
}

const TRANSPORT_OPTIONS = ["url", "token", "credentials", "ca", "cert", "key", "proxy", "fetch"] as const;

/**
 * The transport in the options, or a new one that is made from them, which the client must close. Throws `bad-input` if the options contain
 * both a transport and options for a new one.
 */
export function transportOf(options: ClientOptions) {
  if (options.transport) {
    const second = TRANSPORT_OPTIONS.find((name) => options[name] !== undefined);
    refuseIf(second !== undefined, `${second}: cannot be given together with transport, because the transport already has its own`);
    return { transport: options.transport, owned: false };
  }
  // The transport ignores the options of the client itself.
  const { token, credentials, ...rest } = options;
  refuseIf(token !== undefined && credentials !== undefined, "token: credentials were given, too; give one of the two");
  const isSource = credentials === undefined || typeof credentials?.obtain === "function";
  refuseIf(!isSource, "credentials: expected a source of tokens; to give a token itself, use the option token");
  const transport = createTransport({ ...rest, credentials: token === undefined ? credentials : tokenOf(token) });
  return { transport, owned: true };
}

/** Refuses invalid options before any request, for callers without type checks. */
export function checkClientOptions(api: AnyApi, options: ClientOptions): void {
  refuseIf(!isRecord(options), "expected the options of a client: { url, service, … }");
  const { service, revision, transport, fetch } = options;
  const isTransport = transport === undefined || typeof transport?.send === "function";
  refuseIf(!isTransport, "transport: expected a transport that createTransport has made");
  refuseIf(fetch !== undefined && typeof fetch !== "function", "fetch: expected a function that replaces the platform's fetch");
  refuseIf(typeof service !== "string" || service === "", "service: expected the name of the service instance");
  const isKnown = revision === undefined || api.revisions.includes(revision);
  refuseIf(!isKnown, `revision: expected ${api.revisions.join(" or ")}, received "${String(revision)}"`);
}

function refuseIf(isInvalid: boolean, reason: string): void {
  if (isInvalid) throw new ReeveError("bad-input", reason);
}

/** Picks the options of a wait that apply to a single call. */
export function callOptions({ signal, timeout }: CallOptions): CallOptions {
  return { signal, timeout };
}

/** Shares one timeout among the requests of a call: each request gets the time that the earlier ones have not used. */
export function shareLimit(options: CallOptions = {}): () => CallOptions {
  const { totalTimeout = 0 } = options;
  // An invalid timeout is passed on unchanged, because the transport refuses it.
  if (!(totalTimeout > 0)) return () => options;
  const end = performance.now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - performance.now()) });
}

/** Refuses an `AbortController` that was passed instead of its signal, an easy mistake in JavaScript. Timeouts are checked later. */
export function checkCall(options: unknown): void {
  if (options === undefined) return;
  if (!isRecord(options)) throw new ReeveError("bad-input", "expected the options of a call: { signal, timeout, totalTimeout }");
  refuseIf(options.signal !== undefined && !isSignal(options.signal), "signal: expected an AbortSignal");
}

/** Checks for a method, not for the class, because a signal may come from another realm, such as a frame. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value.addEventListener === "function";
}
