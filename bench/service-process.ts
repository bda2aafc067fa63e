import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The ports of the compared servers, with the path and the token for requests. */
export interface Servers {
  /** The path of the list that all compared servers serve. */
  readonly list: string;
  readonly token: string;
  readonly reeve: number;
  readonly bare: number;
  readonly framework: number;
}

/** Starts the compared servers in their own process. */
export async function startServers(): Promise<Servers & Disposable> {
  const child = fork(join(import.meta.dirname, "service-servers.ts"), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return { ...(JSON.parse(String(line)) as Servers), [Symbol.dispose]: () => child.disconnect() };
}
