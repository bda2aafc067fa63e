import { ReeveError } from "@reeve/contract";
import type { buildConnector, Dispatcher } from "undici";
import type { ConnectionOptions } from "./adapter.ts";
import type { FetchBackend } from "./fetch-backend.ts";
import { type ProxyAddress, proxyFor } from "./proxy.ts";
import { sendByNode } from "./send-by-node.ts";
import { hasTlsOptions, type TlsOptions, tlsOptions } from "./tls-options.ts";
import { createTunnels, proxyRoute } from "./tunnel.ts";

/**
 * The `fetch` backend for these options and the environment; undefined if the options contain a `fetch`, or if the platform is not Node.
 */
export async function createFetchBackend(connection: ConnectionOptions): Promise<FetchBackend | undefined> {
  const { url, fetch } = connection;
  if (fetch) return undefined;
  if (!isNode()) return refuseOptions(connection);
  const proxy = proxyFor(url, process.env, connection.proxy);
  if (!hasTlsOptions(connection) && proxy === undefined && !isChanged(url)) return platformBackend();
  const tls = tlsOptions(connection);
  const undici = await import("undici");
  return proxy === undefined ? directly(undici, tls) : throughProxy(undici, url, proxy, tls);
}

/** The key under which Node's `fetch` stores the dispatcher of the process. */
const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

function platformBackend(): FetchBackend | undefined {
  // The first access to `Headers` loads undici, which sets the global dispatcher.
  void globalThis.Headers;
  const current = () => (globalThis as { [GLOBAL_DISPATCHER]?: Dispatcher })[GLOBAL_DISPATCHER];
  const first = current();
  return first && { send: sendByNode(() => current() ?? first), close: async () => undefined };
}

function directly({ Agent, buildConnector }: typeof import("undici"), tls: TlsOptions): FetchBackend {
  const dispatcher = new Agent({ ...NO_LIMITS, connect: closingOnError(buildConnector({ ...tls })) });
  return { send: sendByNode(() => dispatcher), close: () => dispatcher.destroy() };
}

/** Destroys a connection on its first error. Otherwise undici would report the end of the stream and hide the TLS alert. */
function closingOnError(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      socket?.prependOnceListener("error", (failure) => socket.destroy(failure));
      callback(...([error, socket] as Parameters<buildConnector.Callback>));
    });
}

function refuseOptions(connection: ConnectionOptions): undefined {
  const option = (["ca", "cert", "key", "proxy"] as const).find((name) => connection[name] !== undefined);
  if (option === undefined) return undefined;
  throw new ReeveError(
    "bad-input",
    `${option}: works only in Node; on this platform, give a fetch that already uses it`,
  );
}

/** Whether environment variables change the TLS checks or proxies of the process. */
function isChanged(url: string): boolean {
  const { NODE_TLS_REJECT_UNAUTHORIZED, NODE_USE_ENV_PROXY } = process.env;
  return (url.startsWith("https:") && NODE_TLS_REJECT_UNAUTHORIZED === "0") || NODE_USE_ENV_PROXY === "1";
}

/** Disables undici's timeouts, because each call has its own. */
const NO_LIMITS = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * Sends requests through a proxy. HTTPS uses a tunnel; plain HTTP is forwarded by the proxy, because most proxies open tunnels only to port
 * 443.
 */
function throughProxy(
  undici: typeof import("undici"),
  url: string,
  proxy: ProxyAddress,
  tls: TlsOptions,
): FetchBackend {
  const { Agent, Pool, buildConnector } = undici;
  const tunnels = createTunnels(proxy);
  const toServer = buildConnector({ ...tls });
  const toProxy = buildConnector({ rejectUnauthorized: true });
  const throughTunnel: buildConnector.connector = (options, callback) => {
    const { hostname, port } = options;
    tunnels.open(`${hostname.includes(":") ? `[${hostname}]` : hostname}:${port || 443}`).then(
      (httpSocket) => toServer({ ...options, httpSocket }, callback),
      (error) => callback(error, null),
    );
  };
  const watched: buildConnector.connector = (options, callback) =>
    toProxy(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) tunnels.blame(error);
      callback(...([error, socket] as Parameters<buildConnector.Callback>));
    });
  const dispatcher = url.startsWith("https:")
    ? new Agent({ ...NO_LIMITS, connect: closingOnError(throughTunnel) })
    : new Pool(proxy.url, { ...NO_LIMITS, connect: watched }).compose(asking(url, proxy));
  return {
    send: sendByNode(() => dispatcher),
    route: proxyRoute(proxy, tunnels),
    close: async () => {
      tunnels.close();
      await dispatcher.destroy();
    },
  };
}

/** Rewrites a request for a proxy that forwards it: adds the headers for the proxy, and makes the URL absolute. */
function asking(server: string, { url, authorization }: ProxyAddress): Dispatcher.DispatcherComposeInterceptor {
  const { origin, host } = new URL(server);
  return (dispatch) => (options, handler) => {
    const given = new Headers(options.headers as HeadersInit);
    const own = { host, ...(authorization !== undefined && { "proxy-authorization": authorization }) };
    const headers = { ...Object.fromEntries(given), ...own };
    return dispatch({ ...options, origin: url, path: `${origin}${options.path}`, headers }, handler);
  };
}

/** Bun and Deno also report a Node version, but their `fetch` ignores dispatchers. */
function isNode(): boolean {
  const { versions } = globalThis.process ?? {};
  return versions?.node !== undefined && !("bun" in versions) && !("deno" in versions);
}
