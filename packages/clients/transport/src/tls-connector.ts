import type { ConnectionOptions } from "./adapter.ts";
import { networkFailure } from "./network-failure.ts";
import { proxyFor } from "./proxy.ts";
import { tlsOptions } from "./tls-options.ts";
import { createTunnels, proxyRoute } from "./tunnel.ts";

/** Opens TLS connections to a server for programs that do not use a transport. */
export interface TlsConnector {
  readonly cert?: string;
  readonly key?: string;
  /**
   * Opens a tunnel, which is a `Socket` of `node:net`, through the proxy of the options or the environment; undefined if there is no proxy.
   */
  tunnel(signal: AbortSignal): Promise<object | undefined>;
}

/** Creates a connector. Throws `bad-input` if the certificate, the key or the address of the proxy is invalid. */
export function tlsConnector(connection: ConnectionOptions): TlsConnector {
  const { cert, key } = tlsOptions(connection);
  const proxy = proxyFor(connection.url, process.env, connection.proxy);
  const { origin, hostname, port } = new URL(connection.url);
  return {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    tunnel: async (signal) => {
      if (!proxy) return undefined;
      signal.throwIfAborted();
      const tunnels = createTunnels(proxy);
      signal.addEventListener("abort", tunnels.close, { once: true });
      try {
        return await tunnels.open(`${hostname}:${port || 443}`);
      } catch (thrown) {
        signal.throwIfAborted();
        throw networkFailure(thrown, { origin, route: proxyRoute(proxy, tunnels), certificate: cert !== undefined });
      } finally {
        signal.removeEventListener("abort", tunnels.close);
      }
    },
  };
}
