import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The number of waiting requests at which a connection is paused. The connection is resumed when none of its requests is waiting. */
const MAX_WAITING = 64;

/** The requests of a connection. */
export interface Queue {
  /** The response to the last request that was served. */
  current: ServerResponse | undefined;
  /** Whether this response is the last one, after which the connection is closed. */
  isLast: boolean;
  readonly waiting: { readonly response: ServerResponse; readonly serve: () => void }[];
}

export function createQueue(): Queue {
  return { current: undefined, isLast: false, waiting: [] };
}

/**
 * Serves a request once earlier requests of its connection are answered and the other connections have had their turn, because otherwise
 * all requests of one packet would be served together, and other clients would wait for the last of them. When a connection ends, its
 * waiting requests are dropped.
 */
export function serveInTurn(socket: Socket, queue: Queue, response: ServerResponse, serve: () => void): void {
  if (queue.waiting.length === 0 && isOver(queue.current)) {
    queue.current = response;
    serve();
    return;
  }
  queue.waiting.push({ response, serve });
  if (queue.waiting.length === 1) whenOver(socket, queue);
  if (queue.waiting.length >= MAX_WAITING) socket.pause();
}

function whenOver(socket: Socket, queue: Queue): void {
  queue.current?.once("close", () => setImmediate(next, socket, queue));
}

function next(socket: Socket, queue: Queue): void {
  if (socket.destroyed || queue.isLast) {
    queue.waiting.length = 0;
    return;
  }
  const first = queue.waiting.shift();
  if (!first) return;
  if (queue.waiting.length === 0 && socket.isPaused()) socket.resume();
  queue.current = first.response;
  if (queue.waiting.length > 0) whenOver(socket, queue);
  first.serve();
}

function isOver(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished || response.destroyed;
}
