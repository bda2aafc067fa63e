import type { Effect } from "@reeve/contract";
import type { buildConnector, Dispatcher, Pool } from "undici";
import { type ProxyRoute, systemCodeOf } from "./network-failure.ts";
import type { ConnectionOptions } from "./options.ts";
import { OWN_FETCH, oneFetch } from "./platform.ts";
import { type ProxyAddress, proxyFor } from "./proxy.ts";
import type { FetchAnswer } from "./sender.ts";
import { type TlsOptions, tlsOptions } from "./tls-options.ts";

type Undici = typeof import("undici");

/** What is used of undici. The bundles of the command line and the shell have no more of it. */
export type UndiciParts = Pick<Undici, "Client" | "Pool" | "ProxyAgent" | "buildConnector" | "fetch" | "install"> & {
  readonly interceptors: Pick<Undici["interceptors"], "decompress">;
};

/** Opens a dispatcher for these options and the environment. Bundles for browsers have this module empty. */
export async function openDispatcher(connection: ConnectionOptions) {
  const proxy = proxyFor(connection.url, process.env, connection.proxy);
  const tls = tlsOptions(connection);
  const undici = await loadUndici();
  if (proxy) return throughProxy(undici, proxy, tls);
  const connect = closingOnError(undici.buildConnector({ ...tls, allowH2: false }));
  const { origin } = new URL(connection.url);
  return sendingWith(undici, (options) => new undici.Pool(origin, { ...options, connect }));
}

/** Where Node 22 and 24 keep the dispatcher of their own `fetch`. */
const OWN_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/**
 * Loads undici 8. The `fetch` of Node 22 and 24 is an older undici, which ends the process if a server closes the connection while a body
 * waits for its reader. Loading undici 8 replaces the dispatcher of that `fetch`, which is put back here, because it belongs to the
 * program.
 */
export async function loadUndici(): Promise<UndiciParts> {
  const becomesFetch = oneFetch.isUsed && !(OWN_FETCH in globalThis.fetch);
  // Node sets its dispatcher when this global is first used.
  if (!becomesFetch) void globalThis.Headers;
  const globals = globalThis as { [OWN_DISPATCHER]?: unknown };
  const own = globals[OWN_DISPATCHER];
  const undici = await import("undici");
  if (becomesFetch) {
    undici.install();
    Object.defineProperty(globalThis.fetch, OWN_FETCH, { value: true });
  } else if (own !== undefined) globals[OWN_DISPATCHER] = own;
  return undici;
}

/** undici's own timeouts are off, because each call has its own. With HTTP/2, undici would decide by itself what it sends again. */
const KEPT = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };

/** A connector that first tells `opened` the socket, or why there is none. */
function watched(connect: buildConnector.connector, opened: buildConnector.Callback): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result: Parameters<buildConnector.Callback>) => {
      opened(...result);
      callback(...result);
    });
}

/** Destroys a connection on its first error. Otherwise undici would report the end of the stream and hide the TLS alert. */
function closingOnError(connect: buildConnector.connector): buildConnector.connector {
  return watched(connect, (_, socket) => socket?.prependOnceListener("error", (failure) => socket.destroy(failure)));
}

/** How long a proxy may take to open a tunnel, in milliseconds. */
export const TUNNEL_TIMEOUT = 30_000;

/**
 * Sends through a proxy, whose errors are remembered so that a message can name it. HTTPS uses a tunnel; plain HTTP is forwarded by the
 * proxy, because most proxies open tunnels only to port 443.
 */
function throughProxy(undici: UndiciParts, proxy: ProxyAddress, tls: TlsOptions) {
  const { url, authorization, variable } = proxy;
  const errors = new WeakSet<object>();
  const remember = (error: unknown) => error instanceof Error && errors.add(error);
  /** The connections on which tunnels are opened. */
  class Tunnels extends undici.Pool {
    override connect(options: Dispatcher.ConnectOptions): Promise<never> {
      return super.connect(options).catch((thrown) => {
        remember(thrown);
        throw thrown;
      }) as Promise<never>;
    }
  }
  const open = (connections: Pool.Options) =>
    new undici.ProxyAgent({
      ...connections,
      uri: url,
      ...(authorization !== undefined && { token: authorization }),
      requestTls: { ...tls, allowH2: false },
      proxyTls: { rejectUnauthorized: true },
      clientFactory: (origin, options) => new Tunnels(origin, { ...options, headersTimeout: TUNNEL_TIMEOUT }),
      factory: (origin, options) => {
        const { connect } = options as { connect: buildConnector.connector };
        const toProxy = new URL(origin).origin === url;
        const own = toProxy ? watched(connect, (...[error]) => remember(error)) : closingOnError(connect);
        return new undici.Pool(origin, { ...options, ...connections, connect: own });
      },
    });
  return sendingWith(undici, open, { url, variable, caused: (error) => errors.has(error) });
}

/** Whether a port may be reserved for another service. The port of the protocol itself, which a URL leaves out, never is. */
export function mayBeReserved(port: string): boolean {
  return port === "10080" || (port !== "" && Number(port) < 6_700);
}

/**
 * Throws what `fetch` throws for the ports that are reserved for other services, which only `fetch` knows. It is asked with a dispatcher
 * that sends nothing, and only where it may refuse, because to load it takes time.
 */
async function refuseReserved({ fetch }: UndiciParts, { href, port }: URL): Promise<void> {
  if (!mayBeReserved(port)) return;
  await new Promise((resolve, reject) => {
    const end = (thrown: unknown) => (systemCodeOf(thrown) === "BAD_PORT" ? reject(thrown) : resolve(thrown));
    fetch(href, { dispatcher: { dispatch: resolve } as never }).catch(end);
  });
}

/** Sends each request once, and each change over a connection of its own. `fetch` would repeat some, and takes a quarter longer. */
function sendingWith(undici: UndiciParts, open: (connections: Pool.Options) => Dispatcher, route?: ProxyRoute) {
  const unpacking = undici.interceptors.decompress({ skipErrorResponses: false });
  const opened = new Map<boolean, Dispatcher>();
  const dispatcherFor = (isRead: boolean): Dispatcher => {
    const dispatcher = opened.get(isRead) ?? open(isRead ? KEPT : { ...KEPT, pipelining: 0 }).compose(unpacking);
    opened.set(isRead, dispatcher);
    return dispatcher;
  };
  let checked: Promise<void> | undefined;
  return {
    route,
    send: async ({ url: text, method, headers, signal }: Request, effect: Effect, body: string | undefined): Promise<FetchAnswer> => {
      const url = new URL(text);
      checked ??= refuseReserved(undici, url);
      await checked;
      const answer = await dispatcherFor(effect === "read").request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: method as Dispatcher.HttpMethod,
        headers: { "user-agent": "reeve", "accept-encoding": "gzip, br", ...Object.fromEntries(headers) },
        signal,
        ...(body !== undefined && { body }),
      });
      const received = new Headers();
      for (const [name, values = []] of Object.entries(answer.headers)) for (const value of [values].flat()) received.append(name, value);
      const stream = answer.body.on("error", () => undefined);
      // The body of this answer is not read.
      if (answer.statusCode === 407) stream.destroy();
      const pieces = stream[Symbol.asyncIterator]();
      const reader = { read: () => pieces.next(), cancel: async () => void stream.destroy() };
      return { status: answer.statusCode, headers: received, body: { getReader: () => reader } };
    },
    close: () => Promise.all([...opened.values()].map((dispatcher) => dispatcher.destroy())),
  };
}
