import type { ClientRequest } from "node:http";
import type { RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { limitConnecting } from "./limit-connecting.ts";
import type { ProxyRoute } from "./network-failure.ts";
import type { ProxyAddress } from "./proxy.ts";

/** Tunnels through a proxy to one server. */
export interface Tunnels {
  /** Requests a tunnel from the proxy, once. Rejects with the reason if the proxy opens none. */
  open(host: string): Promise<Socket>;
  /** Whether an error came from the proxy rather than from the server behind it. */
  caused(error: object): boolean;
  /** Marks an error as caused by the proxy. */
  blame(error: object): void;
  /** Closes the tunnels that are still being opened. */
  close(): void;
}

/**
 * Sends CONNECT with Node's own `http`. If the proxy hangs up, undici's proxy agent would repeat CONNECT without end, each time with the
 * password.
 */
export function createTunnels({ url, authorization }: ProxyAddress): Tunnels {
  const { request } = process.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");
  const itsFaults = new WeakSet<object>();
  const asked = new Set<ClientRequest>();
  const open = (host: string) => {
    const headers = { host, ...(authorization !== undefined && { "proxy-authorization": authorization }) };
    const options: RequestOptions = { method: "CONNECT", path: host, headers, agent: false, rejectUnauthorized: true };
    const connecting = request(url, options);
    asked.add(connecting);
    limitConnecting(connecting);
    connecting.setTimeout(ANSWER_LIMIT, () => connecting.destroy(timedOut()));
    return tunnelOf(connecting)
      .catch((error: object) => {
        itsFaults.add(error);
        throw error;
      })
      .finally(() => asked.delete(connecting));
  };
  return {
    open,
    caused: (error) => itsFaults.has(error),
    blame: (error) => itsFaults.add(error),
    close: () => {
      for (const each of asked) each.destroy();
    },
  };
}

/** Describes the proxy for error messages. */
export function proxyRoute({ url, variable }: ProxyAddress, { caused }: Tunnels): ProxyRoute {
  return { about: `the proxy ${url} (from ${variable})`, variable, caused };
}

/** The timeout in milliseconds for opening a tunnel. */
const ANSWER_LIMIT = 30_000;

function timedOut(): Error {
  return Object.assign(new Error("the proxy did not answer"), { code: "ETIMEDOUT" });
}

function tunnelOf(connecting: ClientRequest): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connecting.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(new Error(`Proxy response (${statusCode})`));
    });
    connecting.on("error", reject).end();
  });
}
