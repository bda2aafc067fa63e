import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Connections that stay open and repeat one request with very little work of their own. */
export interface Load {
  /** Sends this many requests in total, one after another on each connection. Returns the duration of each in milliseconds. */
  run(requests: number): Promise<readonly number[]>;
  close(): void;
}

/**
 * Opens the connections, which all request this path. All answers must have the same length, so that the end of an answer is found without
 * parsing: parsing would take longer than some servers need to answer.
 */
export async function openLoad(port: number, connections: number, path: string, token: string): Promise<Load> {
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: token=${token}\r\n\r\n`;
  const open = async () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return socket;
  };
  const sockets = [await open()];
  const [first] = sockets as [Socket];
  const length = await lengthOfAnswer(first, request);
  const ask = (socket: Socket) =>
    new Promise<number>((resolve, reject) => {
      if (socket.destroyed) throw new Error(`${path}: the connection has been closed`);
      const begun = performance.now();
      let received = 0;
      const cut = () => reject(new Error(`${path}: the connection was closed`));
      const take = (chunk: Buffer) => {
        received += chunk.length;
        if (received < length) return;
        socket.off("data", take).off("close", cut);
        if (received > length) reject(new Error(`${path}: ${received} bytes instead of ${length}`));
        else resolve(performance.now() - begun);
      };
      socket.on("data", take).once("close", cut);
      socket.write(request);
    });
  const run = async (requests: number) => {
    let left = requests;
    const times: number[] = [];
    await Promise.all(
      sockets.map(async (socket) => {
        while (left-- > 0) times.push(await ask(socket));
      }),
    );
    return times;
  };
  // Each connection sends its first request at once, because servers soon close idle connections, and limit those without a valid token.
  while (sockets.length < connections) {
    const socket = await open();
    await ask(socket);
    sockets.push(socket);
  }
  return {
    run,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function lengthOfAnswer(socket: Socket, request: string): Promise<number> {
  socket.write(request);
  let text = "";
  for (;;) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    text += chunk.toString("latin1");
    const head = text.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (head < 0 || text.length < head + 4 + length) continue;
    if (!text.startsWith("HTTP/1.1 200")) throw new Error(text.slice(0, 300));
    return text.length;
  }
}
