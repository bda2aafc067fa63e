import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import type { Adapter, AnswerHeaders, ConnectionOptions, OpenAdapter } from "./adapter.ts";
import { openFetchAdapter } from "./fetch-adapter.ts";
import { watchIdleConnections } from "./idle-connections.ts";
import { limitConnecting } from "./limit-connecting.ts";
import { networkFailure, refusalOfProxy } from "./network-failure.ts";
import { proxyFor } from "./proxy.ts";
import { readText } from "./read-text.ts";
import { tlsOptions } from "./tls-options.ts";
import { unpacked } from "./unpacked.ts";

/**
 * An adapter on Node's own `http`, for short-lived programs: it loads in a few milliseconds instead of tens of milliseconds for `fetch`,
 * and behaves in the same way. If there is a proxy, the default adapter is used, because Node's `http` supports no proxies.
 */
export const nodeAdapter: OpenAdapter = async (connection) => {
  if (connection.fetch || proxyFor(connection.url, process.env, connection.proxy)) return openFetchAdapter(connection);
  return openNodeAdapter(connection);
};

async function openNodeAdapter(connection: ConnectionOptions): Promise<Adapter> {
  const { origin, protocol } = new URL(connection.url);
  const tls = tlsOptions(connection);
  const target = { origin, certificate: connection.cert !== undefined };
  // `import` would read all exports of `node:http`, and one of them loads `fetch`.
  const http = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const kept: Agent = new http.Agent({ keepAlive: true, ...tls });
  // A change gets its own connection. On a kept connection, Deno would send the change again if the connection breaks. Also, data that the
  // server sent while the connection was idle would be taken for the response.
  const fresh: Agent = new http.Agent({ keepAlive: false, ...tls });
  const idle = watchIdleConnections();
  return {
    send: async ({ request: { method, body }, url, headers, maxBodyBytes, effect }, { signal, error }) => {
      const agent = effect === "read" ? kept : fresh;
      if (agent === kept) await idle.beforeSending(effect);
      const failure = (thrown: unknown) => error() ?? networkFailure(thrown, target);
      const options: RequestOptions = { method, headers: { ...ALWAYS, ...headers }, agent, signal };
      let message: IncomingMessage;
      try {
        const request = http.request(url, options);
        limitConnecting(request);
        request.end(body && JSON.stringify(body));
        message = await answerTo(request);
      } catch (thrown) {
        throw failure(thrown);
      }
      if (message.statusCode === 407) {
        message.destroy();
        throw refusalOfProxy(407, origin);
      }
      const received = headersOf(message);
      const pieces = (await unpacked(message))[Symbol.asyncIterator]();
      const reader = { read: () => pieces.next(), cancel: async () => void message.destroy() };
      const read = await readText(reader, received, maxBodyBytes, failure);
      idle.answered();
      return { status: message.statusCode ?? 0, headers: received, ...read };
    },
    close: async () => {
      kept.destroy();
      fresh.destroy();
    },
  };
}

const ALWAYS = { "user-agent": "reeve", "accept-encoding": "gzip, br" };

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The error listener stays, because a request may fail after its response has begun. The failure is then reported by the reader of the
    // response.
    const changed = (socket: Duplex) => {
      socket.destroy();
      reject(Object.assign(new Error("the server switched to another protocol"), { code: "NOT_HTTP" }));
    };
    request.once("response", (message) => (message.statusCode === 101 ? changed(message.socket) : resolve(message)));
    request.once("upgrade", (_, socket) => changed(socket)).on("error", reject);
    request.once("close", () => reject(Object.assign(new Error("there was no answer"), { code: "ECONNRESET" })));
  });
}

function headersOf({ headers }: IncomingMessage): AnswerHeaders {
  const text = (value: string | readonly string[] = "") => (typeof value === "string" ? value : value.join(", "));
  return {
    get: (name) => (Object.hasOwn(headers, name.toLowerCase()) ? text(headers[name.toLowerCase()]) : null),
    *[Symbol.iterator]() {
      for (const [name, value] of Object.entries(headers)) yield [name, text(value)];
    },
  };
}
