import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { oneAtATime } from "./one-at-a-time.ts";
import { type Environment, run } from "./programs.ts";

/** What an archive is made with, and for. */
export interface ArchiveOptions {
  /** Where it is kept: the folder of the jars. */
  readonly folder: string;
  readonly java: string;
  readonly classPath: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onArchive?: (() => void) | undefined;
}

/**
 * The file in which Java has the classes of Kafka ready, which saves each start two fifths of its work and each process some memory. It is made
 * once for each Java, by starting a node and ending it again. Undefined where it cannot be made: everything works without it.
 */
export async function classArchive(options: ArchiveOptions): Promise<string | undefined> {
  const { folder, java, environment, signal } = options;
  try {
    const { printed } = await run(java, ["-version"], { environment, signal });
    const archive = join(folder, `classes-${createHash("sha256").update(printed).digest("hex").slice(0, 12)}.jsa`);
    if (existsSync(archive)) return archive;
    options.onArchive?.();
    await oneAtATime(`${archive}.lock`, signal, async () => {
      if (!existsSync(archive)) await make(archive, options);
    });
    return existsSync(archive) ? archive : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds in which a node must have started, and in which it must have ended. */
const STARTING = 30_000;
const ENDING = 20_000;

/** Less is no archive of a broker's classes. */
const LEAST = 1_000_000;

const SMALL = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=OFF"];

async function make(archive: string, { folder, java, classPath, environment, signal }: ArchiveOptions): Promise<void> {
  const mark = `.${basename(archive)}-`;
  // What somebody left who was killed; nobody else is at it now.
  for (const name of readdirSync(folder)) if (name.startsWith(mark)) rmSync(join(folder, name), { recursive: true });
  const place = mkdtempSync(join(folder, mark));
  const draft = join(place, "classes.jsa");
  const own = { ...environment, CLASSPATH: classPath };
  const properties = join(place, "server.properties");
  try {
    const [broker, controller] = await freePorts();
    writeFileSync(properties, nodeOfBothRoles(place, broker, controller));
    const format = ["format", "--standalone", "-t", "Y2xhc3Nlc2NsYXNzZXNjbA", "-c", properties];
    await run(java, [...SMALL, "kafka.tools.StorageTool", ...format], { environment: own, signal });
    const node = [java, ...SMALL, `-XX:ArchiveClassesAtExit=${draft}`, "kafka.Kafka", properties];
    const child = spawn("/bin/sh", ["-c", HELD, "sh", ...node], { env: own, stdio: ["pipe", "ignore", "ignore"] });
    if (await livedAndEnded(child, broker, signal)) {
      if (existsSync(draft) && statSync(draft).size >= LEAST) renameSync(draft, archive);
    }
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Becomes a program that is told to end when nobody holds its input any more: whoever is killed meanwhile leaves no node behind. */
const HELD = 'exec 3<&0; { read -r _ <&3; kill "$$" 2>/dev/null; } & exec "$@"';

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
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${String(value).replaceAll("\\", "\\\\")}\n`)
    .join("");
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
    child.stdin?.destroy();
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
