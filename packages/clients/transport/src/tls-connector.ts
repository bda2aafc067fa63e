import { loadUndici, TUNNEL_TIMEOUT } from "./dispatcher.ts";
import { networkFailure } from "./network-failure.ts";
import type { ConnectionOptions } from "./options.ts";
import { type ProxyAddress, proxyFor } from "./proxy.ts";
import { type TlsOptions, tlsOptions } from "./tls-options.ts";

/** Opens TLS connections to a server for programs that do not use a transport. */
export interface TlsConnector extends TlsOptions {
  /**
   * Opens a tunnel, which is a `Socket` of `node:net`, through the proxy of the options or the environment; undefined if there is no proxy.
   */
  tunnel(signal: AbortSignal): Promise<object | undefined>;
}

/** Creates a connector. Throws `bad-input` if the certificate, the key or the address of the proxy is invalid. */
export function tlsConnector(connection: ConnectionOptions): TlsConnector {
  const tls = tlsOptions(connection);
  const proxy = proxyFor(connection.url, process.env, connection.proxy);
  const { origin, hostname, port } = new URL(connection.url);
  return {
    ...tls,
    tunnel: async (signal) => {
      if (!proxy) return undefined;
      signal.throwIfAborted();
      return openTunnel(proxy, `${hostname}:${port || 443}`, signal).catch((thrown) => {
        signal.throwIfAborted();
        throw networkFailure(thrown, { origin, route: { ...proxy, caused: () => true }, certificate: tls.cert !== undefined });
      });
    },
  };
}

async function openTunnel({ url, authorization }: ProxyAddress, host: string, signal: AbortSignal): Promise<object> {
  const { Client } = await loadUndici();
  const client = new Client(url, { connect: { rejectUnauthorized: true }, headersTimeout: TUNNEL_TIMEOUT });
  try {
    const headers = { host, ...(authorization !== undefined && { "proxy-authorization": authorization }) };
    const { statusCode, socket } = await client.connect({ path: host, headers, signal });
    if (statusCode >= 200 && statusCode < 300) return socket;
    socket.on("error", () => undefined).destroy();
    throw new Error(`Proxy response (${statusCode})`);
  } finally {
    // The socket of a tunnel no longer belongs to the client.
    await client.destroy();
  }
}
