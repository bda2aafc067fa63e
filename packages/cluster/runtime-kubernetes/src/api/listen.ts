import { createServer, type Socket } from "node:net";
import { ReeveError } from "@reeve/contract";
import type { Forwarded } from "./forwarded.ts";

export interface ListenOptions {
  /** The local port. With 0, any free port is chosen. */
  readonly on?: number;
  /** Passes on the bytes of a connection in both directions. The signal is aborted when the connection is closed. */
  carry(socket: Socket, signal: AbortSignal): Promise<void>;
  /** Called if a connection could not be passed on; the connection has been closed. */
  failed?(error: unknown): void;
}

/** Listens on loopback, and passes on each connection. */
export async function listenLocally({ on = 0, carry, failed }: ListenOptions): Promise<Forwarded> {
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    const closed = new AbortController();
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      closed.abort();
    });
    carry(socket, closed.signal).catch((error) => {
      // The client has closed the connection, so nothing has failed.
      if (closed.signal.aborted) return;
      socket.destroy();
      failed?.(error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new ReeveError("conflict", `port ${on} on this machine cannot be used: ${error.message}`)));
    server.listen(on, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : on,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Sends bytes to the client of a connection, and resolves when more may be sent, or when the connection is closed. */
export async function sendTo(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.write(bytes)) return;
  await new Promise<void>((resolve) => {
    socket.once("drain", resolve);
    socket.once("close", resolve);
  });
}
