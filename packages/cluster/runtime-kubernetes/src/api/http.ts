import { randomBytes } from "node:crypto";
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest, type RequestOptions } from "node:http";
import { Agent, request as secureRequest } from "node:https";
import { type Channels, channelsOf } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { Refusal } from "./refusal.ts";

export interface Asked {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path, including its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly signal?: AbortSignal;
}

/** Sends requests over persistent connections. */
export interface Http {
  /** Resolves with a successful response, whose body is still unread; rejects with a `Refusal` otherwise. */
  send(asked: Asked): Promise<IncomingMessage>;
  /** Opens a WebSocket with Kubernetes' numbered channels, for `exec` and `portforward`. */
  connect(path: string, signal?: AbortSignal): Promise<Channels>;
  close(): void;
}

export function openHttp(connection: Connection): Http {
  const { server, ca, certificate, insecure, serverName } = connection;
  const base = new URL(server);
  const isSecure = base.protocol === "https:";
  const tls = {
    ...(ca !== undefined && { ca }),
    ...certificate,
    ...(serverName !== undefined && { servername: serverName }),
    rejectUnauthorized: insecure !== true,
  };
  // TCP keep-alive detects that the other end has disappeared without closing the connection.
  const kept = { keepAlive: true, keepAliveMsecs: 15_000 };
  const agent = isSecure ? new Agent({ ...kept, ...tls }) : new PlainAgent(kept);
  const prefix = base.pathname.replace(/\/$/, "");

  const request = isSecure ? secureRequest : plainRequest;

  async function optionsOf(method: string, path: string, signal: AbortSignal | undefined, more: Headers) {
    // Without TLS, the other side has not proven that it is the API server, so it gets no token. kubectl does the same.
    const token = isSecure ? await connection.token?.() : undefined;
    const options: RequestOptions = {
      host: base.hostname.replace(/^\[|\]$/g, ""),
      port: base.port || (isSecure ? 443 : 80),
      method,
      path: prefix + path,
      agent,
      ...(signal && { signal }),
      headers: { ...more, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    };
    return options;
  }

  async function send({ method, path, body, type = "application/json", signal }: Asked): Promise<IncomingMessage> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const options = await optionsOf(method, path, signal, {
      accept: "application/json",
      ...(text !== undefined && { "content-type": type, "content-length": Buffer.byteLength(text) }),
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(options, resolve);
      sent.once("error", reject);
      sent.end(text);
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    if (status === 401) connection.forgetToken?.();
    throw await refusalOf(response);
  }

  async function connect(path: string, signal?: AbortSignal): Promise<Channels> {
    const options = await optionsOf("GET", path, signal, {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      "sec-websocket-protocol": "v4.channel.k8s.io",
    });
    return new Promise((resolve, reject) => {
      const sent = request(options);
      sent.once("upgrade", (_, socket, head) => resolve(channelsOf(socket, head)));
      sent.once("response", (response) => void refusalOf(response).then(reject, reject));
      sent.once("error", reject);
      sent.end();
    });
  }

  return { send, connect, close: () => agent.destroy() };
}

type Headers = Readonly<Record<string, string | number>>;

export async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The server explains an error in a `Status` object; a proxy in between may not. */
async function refusalOf(response: IncomingMessage): Promise<Refusal> {
  const status = response.statusCode ?? 0;
  try {
    const { reason, message } = JSON.parse(await readText(response)) as { reason?: string; message?: string };
    if (message !== undefined) return new Refusal(status, reason ?? "", message);
  } catch {
    // The response is broken, or does not come from the API server.
  }
  return new Refusal(status, "", `the API server answered with ${status}`);
}
