import type { IncomingMessage, ServerResponse } from "node:http";
import { ReeveError } from "@reeve/contract";
import type { ClientConnection } from "./connections.ts";
import type { HttpRequest } from "./message.ts";
import { tooLarge } from "./problem.ts";

/** A request of Node's server with its response. */
export interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: ClientConnection;
  /** Whether the client sends the body only after `100 Continue`, which it gets when the body is read. */
  awaitsContinue: boolean;
}

/** Converts a request of Node's server to the core's form. */
export function requestOf(exchange: NodeExchange, { client, trust, bodyBytes }: Sender): HttpRequest {
  const { request, response } = exchange;
  return {
    client,
    trust,
    method: request.method ?? "",
    target: originForm(request.url ?? ""),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    signal: () => {
      const controller = new AbortController();
      const gone = () => {
        if (!response.writableFinished) controller.abort(new ReeveError("cancelled", "the client has disconnected"));
      };
      if (response.destroyed || request.socket.destroyed) gone();
      else response.once("close", gone);
      return controller.signal;
    },
    body: () => {
      if (exchange.awaitsContinue) response.writeContinue();
      exchange.awaitsContinue = false;
      return readBody(request, bodyBytes);
    },
  };
}

interface Sender extends Required<Pick<HttpRequest, "client" | "trust">> {
  /** The largest body that the client may send. */
  readonly bodyBytes: number;
}

/** The path of a target. Proxies get targets in absolute form, `http://host/path`. */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
}

function readBody(request: IncomingMessage, bodyBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyBytes) return chunks.push(chunk);
      chunks.length = 0;
      request.off("data", take).pause();
      return reject(tooLarge(bodyBytes));
    };
    request.on("data", take);
    let isRead = false;
    request.once("end", () => {
      isRead = true;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    const gone = () => {
      // Every request is closed in the end, and an error takes long to make.
      if (isRead) return;
      reject(new ReeveError("cancelled", "the client disconnected before its request was complete"));
    };
    request.once("error", gone);
    request.once("aborted", gone);
    request.once("close", gone);
  });
}
