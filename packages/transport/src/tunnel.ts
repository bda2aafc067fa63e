import type { ClientRequest } from "node:http";
import type { RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { limitConnecting } from "./limit-connecting.ts";
import type { ProxyRoute } from "./network-failure.ts";
import type { ProxyAddress } from "./proxy.ts";

/** Ways through a proxy to one server. */
export interface Tunnels {
  /** Asks the proxy once. Rejects with what went wrong there. */
  open(host: string): Promise<Socket>;
  /** Whether an error is of the proxy, not of what lies behind. */
  caused(error: object): boolean;
  /** Remembers an error as one of the proxy. */
  blame(error: object): void;
  /** Ends what is being asked for. */
  close(): void;
}

/**
 * CONNECT, by Node's own `http`. undici's agent for proxies asks again without end, with the password in each request, where a proxy hangs up
 * instead of answering.
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

/** The proxy as errors name it. */
export function proxyRoute({ url, variable }: ProxyAddress, { caused }: Tunnels): ProxyRoute {
  return { about: `the proxy ${url} (from ${variable})`, variable, caused };
}

/** Milliseconds that a proxy has to open a way. */
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
