import { type IncomingMessage, request as plainRequest } from "node:http";
import { type RequestOptions, request as secureRequest } from "node:https";
import { json } from "node:stream/consumers";
import type { V1Status } from "@kubernetes/client-node";
import { type Channels, openChannels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { ApiRefusal } from "./failure.ts";

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  readonly type?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to an API server over persistent connections. */
export function openHttp(connection: Connection) {
  const isSecure = connection.server.startsWith("https:");
  const agents = new Set<{ destroy(): void }>();
  const urlOf = (path: string, query: Query) => {
    const pairs = Object.entries(query).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, String(value)]));
    return new URL(`${connection.server.replace(/\/$/, "")}${path}?${new URLSearchParams(pairs)}`);
  };

  async function optionsOf(): Promise<RequestOptions> {
    const options = ((await connection.options?.()) ?? {}) as RequestOptions;
    if (typeof options.agent === "object") agents.add(options.agent);
    // Without TLS, the other side has not proven that it is the API server, so it gets no credentials but those in its address.
    return isSecure ? options : { agent: options.agent };
  }

  return {
    /** Resolves with a successful response, whose body is still unread; rejects with a `Refusal` otherwise. */
    async send({ method, path, query = {}, body, type = "application/json", signal }: ApiRequest): Promise<IncomingMessage> {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const described = text === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
      const options = await optionsOf();
      const headers = { ...options.headers, accept: "application/json", ...described };
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = isSecure ? secureRequest : plainRequest;
        request(urlOf(path, query), { ...options, method, headers, signal }, resolve)
          .once("error", reject)
          .end(text);
      });
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return response;
      if (status === 401) connection.renew?.();
      throw await refusalOf(response);
    },
    /** Opens a WebSocket with Kubernetes' numbered channels, for `exec` and `portforward`. */
    async connect(path: string, query: Query, signal: AbortSignal): Promise<Channels> {
      const url = urlOf(path, query);
      url.protocol = isSecure ? "wss:" : "ws:";
      return openChannels(url, await optionsOf(), refusalOf, signal);
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
  const explained = (await json(response).catch(() => undefined)) as V1Status | null | undefined;
  const { reason = "", message = `the API server answered with ${status}` } = explained ?? {};
  return new ApiRefusal(status, reason, message);
}
