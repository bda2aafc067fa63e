import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request as secureRequest } from "node:https";
import type { Connection } from "./connection.ts";
import { Refusal } from "./refusal.ts";

export interface Asked {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Includes the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly signal?: AbortSignal;
}

/** Sends requests over persistent connections. */
export interface Http {
  /** Resolves with a successful answer, whose body is still unread; rejects with a `Refusal` otherwise. */
  send(asked: Asked): Promise<IncomingMessage>;
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
  // TCP keep-alive detects a connection whose other end has disappeared without closing it.
  const kept = { keepAlive: true, keepAliveMsecs: 15_000 };
  const agent = isSecure ? new Agent({ ...kept, ...tls }) : new PlainAgent(kept);
  const prefix = base.pathname.replace(/\/$/, "");

  async function send({ method, path, body, type = "application/json", signal }: Asked): Promise<IncomingMessage> {
    const token = await connection.token?.();
    const text = body === undefined ? undefined : JSON.stringify(body);
    const options = {
      host: base.hostname.replace(/^\[|\]$/g, ""),
      port: base.port || (isSecure ? 443 : 80),
      method,
      path: prefix + path,
      agent,
      ...(signal && { signal }),
      headers: {
        accept: "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { "content-type": type, "content-length": Buffer.byteLength(text) }),
      },
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = isSecure ? secureRequest(options, resolve) : plainRequest(options, resolve);
      sent.once("error", reject);
      sent.end(text);
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    throw refusalOf(status, await readText(response).catch(() => ""));
  }

  return { send, close: () => agent.destroy() };
}

export async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The server explains an error in a `Status` object; a proxy in between may not. */
function refusalOf(status: number, text: string): Refusal {
  try {
    const { reason, message } = JSON.parse(text) as { reason?: string; message?: string };
    if (message !== undefined) return new Refusal(status, reason ?? "", message);
  } catch {
    // The answer is not from the API server.
  }
  return new Refusal(status, "", `the API server answered with ${status}`);
}
