import type { Socket } from "node:net";

/** Reacts to a request that the server has read. `count` is 1 for the first request. */
export type Fault = (socket: Socket, count: number, request: string) => void;

export const answer = (line: string, body = "", headers = "") =>
  `HTTP/1.1 ${line}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`;

const ok = answer("200 OK", "[]");

const always =
  (text: string): Fault =>
  (socket) =>
    void socket.write(text);

const onceOnly =
  (fault: (socket: Socket) => void): Fault =>
  (socket, count) => {
    if (count === 1) fault(socket);
    else socket.write(ok);
  };

/** The faults, named after what the server does. Connections are kept open unless the name says otherwise. */
export const faults: Readonly<Record<string, Fault>> = {
  "closes the connection": (socket) => void socket.end(),
  "closes the connection, the first time": onceOnly((socket) => socket.end()),
  "resets the connection": (socket) => void socket.resetAndDestroy(),
  "resets the connection, the first time": onceOnly((socket) => socket.resetAndDestroy()),
  "closes the connection within the headers": (socket) => void socket.end(ok.slice(0, 20)),
  "closes the connection within the body": (socket) => void socket.end(answer("200 OK", "[1,2]").slice(0, -3)),
  "answers 408, and closes": (socket) => void socket.end(answer("408 Request Timeout", "", "connection: close\r\n")),
  "answers 421": always(answer("421 Misdirected Request")),
  "answers 407": always(answer("407 Proxy Authentication Required")),
  "answers 401": always(answer("401 Unauthorized")),
  "answers 302": always(answer("302 Found", "", "location: /elsewhere\r\n")),
  "answers 429": always(answer("429 Too Many Requests")),
  "answers 500": always(answer("500 Internal Server Error")),
  "answers 503": always(answer("503 Service Unavailable", "", "retry-after: 0\r\n")),
  "answers 101": always("HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
  "answers 103 only": always("HTTP/1.1 103 Early Hints\r\n\r\n"),
  "answers garbage": always("this is no HTTP\r\n\r\n"),
  "never answers": () => undefined,
};

/** With these faults the server never completes its answer, so only the client's timeout ends the call. */
export const endless: ReadonlySet<string> = new Set(["answers 103 only", "never answers"]);
