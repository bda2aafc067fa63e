import { createConnection } from "node:net";

const TIMEOUT = 3000;

/** Sends one of ZooKeeper's four-letter commands, and returns the server's answer. */
export function fourLetters(host: string, port: number, word: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
    let text = "";
    socket.once("error", reject);
    socket.on("data", (piece) => {
      text += piece.toString();
    });
    socket.once("close", () => resolve(text));
    socket.write(word);
  });
}
