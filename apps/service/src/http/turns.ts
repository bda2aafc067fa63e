import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The number of waiting requests at which a connection is paused. The connection is resumed when none of its requests is waiting. */
const MAX_WAITING = 64;

interface Line {
  /** The response to the connection's last served request. */
  current: ServerResponse;
  readonly waiting: { readonly response: ServerResponse; readonly serve: () => void }[];
}

/**
 * Serves the requests of all connections in turn, because otherwise all requests of one packet would be served together, and other clients
 * would wait for the last of them. When a connection ends, its waiting requests are dropped. The returned function serves a request once
 * earlier requests of its connection are answered and the other connections have had their turn.
 */
export function createTurns(ended: (socket: Socket) => boolean) {
  const lines = new WeakMap<Socket, Line>();

  function next(socket: Socket, line: Line): void {
    if (socket.destroyed || ended(socket)) {
      line.waiting.length = 0;
      return;
    }
    const first = line.waiting.shift();
    if (!first) return;
    if (line.waiting.length === 0 && socket.isPaused()) socket.resume();
    line.current = first.response;
    if (line.waiting.length > 0) whenOver(socket, line);
    first.serve();
  }

  function whenOver(socket: Socket, line: Line): void {
    line.current.once("close", () => setImmediate(next, socket, line));
  }

  return (socket: Socket, response: ServerResponse, serve: () => void): void => {
    const line = lines.get(socket);
    if (line === undefined || (line.waiting.length === 0 && isOver(line.current))) {
      if (line) line.current = response;
      else lines.set(socket, { current: response, waiting: [] });
      serve();
      return;
    }
    line.waiting.push({ response, serve });
    if (line.waiting.length === 1) whenOver(socket, line);
    if (line.waiting.length >= MAX_WAITING) socket.pause();
  };
}

function isOver(response: ServerResponse): boolean {
  return response.writableFinished || response.destroyed;
}
