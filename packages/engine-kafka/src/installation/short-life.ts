import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { propertiesOf } from "../specs/properties.ts";
import { spawnHeld } from "./held.ts";
import { type Environment, run } from "./programs.ts";

/** Milliseconds in which a node must have started, and in which it must have ended. */
const STARTING = 30_000;
const ENDING = 20_000;

const SMALL = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=OFF"];

export interface ShortLifeOptions {
  /** An empty folder for all that it writes. */
  readonly place: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
}

/** Starts a node of its own with Java's options, and ends it as soon as it listens; false where it did not get so far, or had to be killed. */
export async function liveShortly(
  java: string,
  options: readonly string[],
  { place, environment, signal }: ShortLifeOptions,
): Promise<boolean> {
  const properties = join(place, "server.properties");
  const [broker, controller] = await freePorts();
  writeFileSync(properties, nodeOfBothRoles(place, broker, controller));
  const format = ["format", "--standalone", "-t", "Y2xhc3Nlc2NsYXNzZXNjbA", "-c", properties];
  await run(java, [...SMALL, "kafka.tools.StorageTool", ...format], { environment, signal });
  const node = [...SMALL, ...options, "kafka.Kafka", properties];
  const child = spawnHeld(java, node, { environment, signal, output: "ignore" });
  return livedAndEnded(child, broker, signal);
}

/** One node that is everything: it is never asked anything, so that it does not matter how such nodes end. */
function nodeOfBothRoles(place: string, broker: number, controller: number): string {
  const settings = {
    "process.roles": "broker,controller",
    "node.id": 1,
    listeners: `PLAINTEXT://127.0.0.1:${broker},CONTROLLER://127.0.0.1:${controller}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "inter.broker.listener.name": "PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": `127.0.0.1:${controller}`,
    "log.dirs": join(place, "data"),
    "log.cleaner.dedupe.buffer.size": 4_194_304,
  };
  return propertiesOf(Object.entries(settings));
}

/** Waits until a node listens, and ends it; false where it did not get so far, or had to be killed. */
async function livedAndEnded(child: ChildProcess, port: number, signal: AbortSignal | undefined): Promise<boolean> {
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
    const say = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => say(true)).once("error", () => say(false));
  });
}

async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()].map((server) => server.listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const [first = 0, second = 0] = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  for (const server of servers) server.close();
  return [first, second];
}
