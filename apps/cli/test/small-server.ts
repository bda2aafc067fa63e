import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";

/** A server that gives the answers of a test. */
export interface SmallServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a server, which uses HTTPS if it gets a certificate. */
export async function startServer(
  listener: RequestListener,
  certificate?: { readonly key: string; readonly cert: string },
): Promise<SmallServer> {
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => (server as Server).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a server that gives the same answer to every request. */
export function startSaying(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  return startServer((_, answer) => answer.writeHead(status, { "content-type": "application/json", ...headers }).end(body));
}
