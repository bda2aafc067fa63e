import { once } from "node:events";
import { connect } from "node:net";

/** Sends bytes as they are, and gives what came back until the connection was closed, or nothing came for a while. */
export async function sendRaw(
  port: number,
  chunks: readonly (string | Uint8Array)[],
  patience = 1500,
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  return new Promise((resolve) => {
    let timer = setTimeout(end, patience);
    function end() {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(end, 50);
    });
    // Whoever is refused while sending sees the connection go: that is an answer, too.
    socket.on("error", () => undefined);
    socket.once("close", end);
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** The statuses of all answers in what came back. */
export function statusesIn(received: string): readonly number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
