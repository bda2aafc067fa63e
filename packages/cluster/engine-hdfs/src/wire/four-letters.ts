import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { type Reachable, reached } from "@reeve/orchestrator/engine";

const TIMEOUT = 3000;

/** Sends one of ZooKeeper's four-letter commands, and returns the server's answer. */
export async function fourLetters(server: Reachable, word: string, signal: AbortSignal): Promise<string> {
  const to = await reached(server);
  const socket = createConnection({ ...to, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
  socket.write(word);
  return text(socket);
}
