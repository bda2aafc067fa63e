import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in a process of its own, with the cheapest possible reads. */
export interface AskedServer {
  readonly url: string;
  /** The URL of a list of two topics. */
  readonly small: string;
  /** The URL of a topic with 10,000 partitions. */
  readonly large: string;
  close(): void;
}

/** Starts the server in its own process. */
export async function startAskedServer(): Promise<AskedServer> {
  const child = fork(join(import.meta.dirname, "server.ts"), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  const url = `http://127.0.0.1:${String(line).trim()}`;
  const topics = `${url}/service/kafka/v1/topics`;
  return { url, small: topics, large: `${topics}/orders`, close: () => child.disconnect() };
}
