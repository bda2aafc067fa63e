import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Lets the requests of each connection take turns with those of all others. */
export interface Turns {
  /** Serves now, or after the connection's earlier requests are answered and other connections have had a turn. */
  take(socket: Socket, response: ServerResponse, serve: () => void): void;
}

/** A connection that has so many requests waiting is read no further until they are fewer. */
const MOST_WAITING = 64;

interface Line {
  /** What was served last. */
  current: ServerResponse;
  readonly waiting: { readonly response: ServerResponse; readonly serve: () => void }[];
}

/**
 * Without this, all requests of one packet would be served in one go, and everybody else would wait for the last of them. A request that waits when
 * its connection ends is not served: nobody would see the answer.
 */
export function createTurns(ended: (socket: Socket) => boolean): Turns {
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

  return {
    take: (socket, response, serve) => {
      const line = lines.get(socket);
      if (line === undefined || (line.waiting.length === 0 && isOver(line.current))) {
        if (line) line.current = response;
        else lines.set(socket, { current: response, waiting: [] });
        serve();
        return;
      }
      line.waiting.push({ response, serve });
      if (line.waiting.length === 1) whenOver(socket, line);
      if (line.waiting.length >= MOST_WAITING) socket.pause();
    },
  };
}

function isOver(response: ServerResponse): boolean {
  return response.writableFinished || response.destroyed;
}
