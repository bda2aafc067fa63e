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
interface SharedTransport {
  readonly transport: Transport;
  readonly url?: never;
  readonly token?: never;
  readonly credentials?: never;
  readonly ca?: never;
  readonly cert?: never;
  readonly key?: never;
  readonly proxy?: never;
  readonly fetch?: never;
}

/** A transport, and whether the client created it and so must close it. */
interface OwnedTransport {
  readonly transport: Transport;
  readonly owned: boolean;
}

/**
 * The transport in the options, or a new one that is made from them. Throws `bad-input` if the options contain both a transport and options
 * for a new one.
 */
export function transportOf(options: ClientOptions): OwnedTransport {
  if (options.transport) {
    const second = TRANSPORT_OPTIONS.find((name) => options[name] !== undefined);
    if (second !== undefined) {
      throw new ReeveError("bad-input", `${second}: cannot be given together with transport, because the transport already has its own`);
    }
    return { transport: options.transport, owned: false };
  }
  // The transport ignores the options of the client itself.
  const { token, credentials, ...rest } = options;
  if (token !== undefined && credentials !== undefined) {
    throw new ReeveError("bad-input", "token: credentials were given, too; give one of the two");
  }
  if (credentials !== undefined && typeof credentials?.obtain !== "function") {
    throw new ReeveError("bad-input", "credentials: expected a source of tokens; to give a token itself, use the option token");
  }
  const input = token === undefined ? credentials : tokenOf(token);
  const transport = createTransport({ ...rest, ...(input && { credentials: input }) });
  return { transport, owned: true };
}

const TRANSPORT_OPTIONS = ["url", "token", "credentials", "ca", "cert", "key", "proxy", "fetch"] as const;

/** Refuses invalid options before any request, for callers without type checks. */
export function checkClientOptions(api: AnyApi, options: ClientOptions): void {
  if (!isRecord(options)) throw new ReeveError("bad-input", "expected the options of a client: { url, service, … }");
  const { service, revision, transport, fetch } = options;
  if (transport !== undefined && typeof transport?.send !== "function") {
    throw new ReeveError("bad-input", "transport: expected a transport that createTransport has made");
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    throw new ReeveError("bad-input", "fetch: expected a function that replaces the platform's fetch");
  }
  if (typeof service !== "string" || service === "") {
    throw new ReeveError("bad-input", "service: expected the name of the service instance");
  }
  if (revision === undefined || api.revisions.includes(revision)) return;
  throw new ReeveError("bad-input", `revision: expected ${api.revisions.join(" or ")}, received "${String(revision)}"`);
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
  if (options.signal === undefined || isSignal(options.signal)) return;
  throw new ReeveError("bad-input", "signal: expected an AbortSignal");
}

/** Checks for a method, not for the class, because a signal may come from another realm, such as a frame. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value.addEventListener === "function";
}
