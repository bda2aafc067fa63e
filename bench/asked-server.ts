import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server that answers two questions at next to no cost. */
export interface AskedServer {
  readonly url: string;
  /** Two topics. */
  readonly small: string;
  /** A topic of 10,000 partitions. */
  readonly large: string;
  close(): void;
}

/** Starts it in a process of its own. */
export async function startAskedServer(): Promise<AskedServer> {
  const child = fork(join(import.meta.dirname, "server.ts"), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  const url = `http://127.0.0.1:${String(line).trim()}`;
  const topics = `${url}/service/kafka/v1/topics`;
  return { url, small: topics, large: `${topics}/orders`, close: () => child.disconnect() };
}
