import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** A real server on this machine, and the requests that reached it. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Open connections. */
  connections(): number;
}

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse, count: number) => void;

/** Starts a server that reads each request to its end before it answers. */
export async function startServer(answer: Answer, tls?: { key: string; cert: string }): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      body += chunk;
    });
    incoming.on("end", () => {
      const request = { method: incoming.method ?? "", url: incoming.url ?? "", headers: incoming.headers, body };
      requests.push(request);
      answer(request, response, requests.length);
    });
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https://localhost" : "http://127.0.0.1"}:${port}`,
    requests,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
