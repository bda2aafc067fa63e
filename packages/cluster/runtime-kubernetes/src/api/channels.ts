import { on, once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";

/** The numbered streams of bytes that `exec` and `portforward` send over one WebSocket. */
export type Channels = Awaited<ReturnType<typeof openChannels>>;

/** Milliseconds in which a server can answer the end of a connection. */
const CLOSE_TIMEOUT = 1000;

/** Opens the channels of a request. If the server refuses, rejects with the error that `refused` makes of its response. */
export async function openChannels(
  url: URL,
  options: RequestOptions,
  refused: (response: IncomingMessage) => Promise<Error>,
  signal: AbortSignal,
) {
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(url, "v4.channel.k8s.io", { ...options, perMessageDeflate: false });
  // Messages may arrive with the response's head, so they are kept from the beginning. `pause` holds back a server that is faster.
  const messages = on(socket, "message", { close: ["close"], highWaterMark: 16, lowWaterMark: 1 });
  const refusal = new Promise<never>((_, reject) => {
    socket.once("unexpected-response", (_request, response) => void refused(response).then(reject, reject));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    signal.throwIfAborted();
    await Promise.race([once(socket, "open"), refusal]);
  } catch (error) {
    socket.on("error", () => undefined).terminate();
    throw error;
  }
  // If the connection breaks, the received stream simply ends.
  socket.on("error", () => undefined);
  return {
    /** Sends bytes on a channel, and resolves when more may be sent. */
    send: (channel: number, bytes: Uint8Array): Promise<void> =>
      new Promise((resolve) => socket.send(Buffer.concat([Buffer.of(channel), bytes]), () => resolve())),
    /** Yields everything that arrives, until the server closes the connection. */
    async *received(): AsyncGenerator<{ readonly channel: number; readonly bytes: Buffer }> {
      for await (const [message] of messages as AsyncIterable<[Buffer]>)
        if (message.length > 0) yield { channel: message[0] ?? 0, bytes: message.subarray(1) };
    },
    /** Closes the connection after everything was sent. */
    close: (): void => {
      socket.close(1000);
      // A server that does not answer the close must not keep the connection, and with it this process.
      setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref();
    },
    /** Breaks the connection at once, even if bytes are still to be sent. */
    break: (): void => {
      socket.close(1000);
      socket.terminate();
    },
  };
}
