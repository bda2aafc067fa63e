import { type IncomingMessage, type OutgoingHttpHeaders, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, type RequestOptions, request as secureRequest } from "node:https";
import { json } from "node:stream/consumers";
import { type Channels, openChannels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { ApiRefusal } from "./refusal.ts";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path, including its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests over persistent connections. */
export interface Http {
  /** Resolves with a successful response, whose body is still unread; rejects with a `Refusal` otherwise. */
  send(request: ApiRequest): Promise<IncomingMessage>;
  /** Opens a WebSocket with Kubernetes' numbered channels, for `exec` and `portforward`. */
  connect(path: string, signal?: AbortSignal): Promise<Channels>;
  close(): void;
}

export function openHttp(connection: Connection): Http {
  const { server, ca } = connection;
  const isSecure = server.startsWith("https:");
  const kept = { keepAlive: true, keepAliveMsecs: 15_000 };
  const own = isSecure ? new Agent({ ...kept, ...(ca !== undefined && { ca }) }) : new PlainAgent(kept);
  const agents = new Set<{ destroy(): void }>([own]);
  const urlOf = (path: string) => new URL(server.replace(/\/$/, "") + path);

  async function options(): Promise<RequestOptions & { readonly headers: OutgoingHttpHeaders }> {
    const { agent = own, headers, ...tls } = ((await connection.options?.()) ?? {}) as RequestOptions;
    if (typeof agent === "object") agents.add(agent);
    const token = await connection.token?.();
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    // Without TLS, the other side has not proven that it is the API server, so it gets no credentials. kubectl does the same.
    const shown = isSecure ? { ...headers, ...authorization } : {};
    return { ...tls, agent, headers: shown as OutgoingHttpHeaders };
  }

  async function send({ method, path, body, type = "application/json", signal }: ApiRequest): Promise<IncomingMessage> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { headers, ...other } = await options();
    const described = text === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = isSecure ? secureRequest : plainRequest;
      const all = { ...other, method, headers: { ...headers, accept: "application/json", ...described }, signal };
      const sent = request(urlOf(path), all, resolve);
      sent.once("error", reject);
      sent.end(text);
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    if (status === 401) connection.renew?.();
    throw await refusalOf(response);
  }

  return {
    send,
    connect: async (path, signal) => {
      const url = urlOf(path);
      url.protocol = isSecure ? "wss:" : "ws:";
      return openChannels(url, await options(), refusalOf, signal);
    },
    close: () => {
      for (const agent of agents) agent.destroy();
    },
  };
}

/** The server explains an error in a `Status` object; a proxy in between may not. */
async function refusalOf(response: IncomingMessage): Promise<ApiRefusal> {
  const status = response.statusCode ?? 0;
  // A response that is broken, or does not come from the API server, explains nothing.
  const explained = (await json(response).catch(() => undefined)) as { reason?: string; message?: string } | null | undefined;
  const { reason = "", message = `the API server answered with ${status}` } = explained ?? {};
  return new ApiRefusal(status, reason, message);
}
