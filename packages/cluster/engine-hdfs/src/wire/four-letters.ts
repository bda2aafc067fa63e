import { createConnection } from "node:net";
import { type Reachable, reached } from "@reeve/orchestrator/engine";

const TIMEOUT = 3000;

/** Sends one of ZooKeeper's four-letter commands, and returns the server's answer. */
export async function fourLetters(server: Reachable, word: string, signal: AbortSignal): Promise<string> {
  const to = await reached(server);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ ...to, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
    let text = "";
    socket.once("error", reject);
    socket.on("data", (piece) => {
      text += piece.toString();
    });
    socket.once("close", () => resolve(text));
    socket.write(word);
  });
}
