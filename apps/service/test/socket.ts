import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends raw bytes. Returns the received text when it contains enough complete answers, when the connection is closed, or at the timeout.
 */
export async function sendRaw(
  port: number,
  chunks: readonly (string | Uint8Array)[],
  { answers = 1, timeout = 20_000 }: { readonly answers?: number; readonly timeout?: number } = {},
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  const isHead = String(chunks[0]).startsWith("HEAD ");
  return new Promise((resolve) => {
    const timer = setTimeout(end, timeout);
    function end() {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (wholeAnswers(received, isHead) >= answers) end();
    });
    // A client that is refused while sending may see its connection reset, which also counts as an answer.
    socket.on("error", () => undefined);
    socket.once("close", end);
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** The statuses of all answers in the received text. */
export function statusesIn(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

function wholeAnswers(received: string, isHead: boolean): number {
  let count = 0;
  for (let at = 0; ; count++) {
    const head = received.indexOf("\r\n\r\n", at);
    if (head < 0) return count;
    const status = Number(received.slice(at + 9, at + 12));
    const length = isHead ? 0 : Number(/^content-length: (\d+)\r?$/im.exec(received.slice(at, head + 2))?.[1] ?? 0);
    if (received.length < head + 4 + length) return count;
    at = head + 4 + length;
    // `100 Continue` is an interim answer.
    if (status < 200) count--;
  }
}
