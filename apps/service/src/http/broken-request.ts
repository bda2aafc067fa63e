import type { Duplex } from "node:stream";
import type { HttpAnswer } from "./message.ts";
import { problem } from "./problem.ts";

/** Answers malformed HTTP and slow requests, for which there is no request object. */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else endWith(socket, answerTo(error.code));
}

/** Answers CONNECT requests, for which there is no response object. */
export function refuseTunnel(socket: Duplex): void {
  const allow = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
  endWith(socket, problem(405, "bad-input", `CONNECT is not supported, only ${allow}.`, { allow }));
}

function answerTo(code: string | undefined): HttpAnswer {
  if (code === "HPE_HEADER_OVERFLOW") return problem(431, "bad-input", "The headers of the request are too large.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return problem(408, "timed-out", "The request took too long to arrive.");
  return problem(400, "bad-input", "The request is not well-formed HTTP.");
}

function endWith(socket: Duplex, { status, headers, body }: HttpAnswer): void {
  const lines = Object.entries({ ...headers, connection: "close" });
  const head = [`HTTP/1.1 ${status} Refused`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
  socket.on("error", () => undefined);
  socket.end(`${head}\r\n\r\n${typeof body === "string" ? body : Buffer.from(body)}`);
}
