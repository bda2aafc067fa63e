import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { ReeveError } from "@reeve/contract";
import type { Program } from "@reeve/orchestrator/runtime";

/** A port on this machine whose connections are passed on. */
export interface Forwarded {
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** The local port. With 0, any free port is chosen. */
  readonly on?: number;
  /** Connects to the other side. The signal is aborted when the client's connection is closed. */
  connect(signal: AbortSignal): Promise<Program>;
  /** Called if a connection could not be passed on; the connection has been closed. */
  failed?(error: unknown): void;
}

/** Listens on loopback, and passes on the bytes of each connection in both directions. */
export async function listenLocally({ on = 0, connect, failed }: ListenOptions): Promise<Forwarded> {
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    const closed = new AbortController();
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      closed.abort();
    });
    const { signal } = closed;
    const carried = connect(signal).then((program) => Promise.all([toClient(socket, program, signal), fromClient(socket, program)]));
    carried.catch((error) => {
      // The client has closed the connection, so nothing has failed.
      if (signal.aborted) return;
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

async function toClient(socket: Socket, { output }: Program, signal: AbortSignal): Promise<void> {
  for await (const bytes of output) if (!socket.write(bytes)) await once(socket, "drain", { signal });
  socket.end();
}

async function fromClient(socket: Socket, program: Program): Promise<void> {
  try {
    for await (const chunk of socket) await program.write(chunk as Buffer);
  } catch {
    // The client's connection is broken, so what the other side still sends is dropped.
  } finally {
    program.close();
  }
}
