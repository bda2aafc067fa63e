import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProgramEnvironment } from "./programs.ts";
import { spawnBound } from "./spawn-bound.ts";

/** Timeouts in milliseconds for the start and the end of the program, which can take minutes on a busy machine. */
const STARTING = 300_000;
const ENDING = 180_000;

export interface RunUntilListeningOptions {
  /** The port of 127.0.0.1 that the program listens on. */
  readonly port: number;
  readonly environment: ProgramEnvironment;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a program until it listens on its port, and then stops it. Returns false if it never listened or had to be killed. */
export async function runUntilListening(
  program: string,
  args: readonly string[],
  { port, environment, signal }: RunUntilListeningOptions,
): Promise<boolean> {
  const child = spawnBound(program, args, { environment, signal, output: "ignore" });
  const ended = once(child, "exit").catch(() => undefined);
  const isGone = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  try {
    const until = performance.now() + STARTING;
    while (!(await listens(port))) {
      if (isGone() || signal?.aborted || performance.now() > until) return false;
      await sleep(50);
    }
    child.kill("SIGTERM");
    await Promise.race([ended, sleep(ENDING, undefined, { ref: false })]);
    return isGone();
  } finally {
    if (!isGone()) child.kill("SIGKILL");
    await ended;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const answer = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
  });
}

/** Returns ports of 127.0.0.1 that are free at the moment. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  for (const server of servers) server.close();
  return ports;
}
