// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of site documents look like placeholders.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Hadoop's own configuration class. It runs in a Java process, which answers one request after another. */
export interface FileSystemClient {
  /** Returns the environment of the Java process, and the release's deprecated keys with their replacements. */
  processEnvironment(): Promise<ProcessEnvironment>;
  /** Loads documents in order. Returns the values that clients then see for these names. */
  load(documents: readonly string[], names?: readonly string[]): Promise<Loaded | Refused>;
  /** Returns what each typed reader makes of a value. */
  typed(value: string): Promise<Readonly<Record<string, Typed>>>;
  /** Returns a file of the release, such as `core-default.xml`. */
  file(name: string): Promise<string | null>;
  close(): void;
}

export interface ProcessEnvironment {
  readonly version: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly systemProperties: Readonly<Record<string, string>>;
  readonly deprecated: Readonly<Record<string, readonly string[]>>;
}

export interface Loaded {
  /** For each setting: the name, the value, the value with expanded references, and the sources that the document names. */
  readonly settings: readonly (readonly [string, string, string | Refused, readonly string[] | null])[];
  readonly finals: readonly string[];
  readonly found: readonly (string | null | Refused)[];
  /** The scheme and the authority. */
  readonly defaultFileSystem: readonly [string | null, string | null] | Refused;
}

export interface Refused {
  readonly refused: string;
  readonly line?: number;
  readonly column?: number;
}

export type Typed = string | boolean | null | readonly string[] | readonly number[] | Refused;

/** Returns why the client cannot run on this machine; `undefined` if it can. */
export function missing(): string | undefined {
  for (const tool of ["java", "javac", "mvn"]) {
    if (spawnSync(tool, ["-version"], { stdio: "ignore" }).error) return `${tool} is not installed`;
  }
  return undefined;
}

/** Starts the client. At the first start, the release's classes are downloaded and the program is compiled. */
export function startClient(): FileSystemClient {
  const { classes, jars } = prepared();
  const child = spawn("java", ["-Xmx1g", "-XX:+UseSerialGC", ...KNOWN_PROPERTIES, "-cp", `${classes}:${join(jars, "*")}`, "Client"], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { PATH: process.env.PATH ?? "", ...KNOWN_ENVIRONMENT },
  });
  const ask = exchange(child);
  return {
    processEnvironment: () => ask(Buffer.from("h")),
    load: (documents, names = []) => ask(Buffer.concat([Buffer.from("d"), list(documents), list(names)])),
    typed: (value) => ask(Buffer.concat([Buffer.from("t"), framed(value)])),
    file: (name) => ask(Buffer.concat([Buffer.from("f"), framed(name)])),
    close: () => child.stdin?.end(),
  };
}

/** The environment variables to which generated references refer. */
const KNOWN_ENVIRONMENT = {
  A_VARIABLE: "from-environment",
  EMPTY: "",
  NESTED: "${a}",
  SELF: "${env.SELF}",
  "odd-name": "odd",
};
const KNOWN_PROPERTIES = ["-Da.property=from-system", "-Dempty.property=", "-Dnested.property=${a}", "-Db=system-wins"];

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function prepared(): { readonly classes: string; readonly jars: string } {
  const sources = [readFileSync(here("pom.xml")), readFileSync(here("Client.java"))];
  const version = createHash("sha256").update(Buffer.concat(sources)).digest("hex").slice(0, 16);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const folder = join(cache, "reeve", `site-xml-clients-${version}`);
  if (!existsSync(folder)) fill(folder);
  return { classes: join(folder, "classes"), jars: join(folder, "jars") };
}

function fill(folder: string): void {
  const draft = `${folder}.${process.pid}`;
  try {
    mkdirSync(join(draft, "classes"), { recursive: true });
    const jars = join(draft, "jars");
    run("mvn", ["-q", "-B", "-f", here("pom.xml"), "dependency:copy-dependencies", `-DoutputDirectory=${jars}`]);
    if (readdirSync(jars).length === 0) throw new Error("Maven fetched nothing");
    run("javac", ["-cp", join(jars, "*"), "-d", join(draft, "classes"), here("Client.java")]);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function run(tool: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${tool} ended with ${status}\n${stdout}${stderr}`);
}

function exchange(child: ChildProcess): <Answer>(request: Buffer) => Promise<Answer> {
  const waiting: { readonly resolve: (answer: string) => void; readonly reject: (error: Error) => void }[] = [];
  let pending: Buffer = Buffer.alloc(0);
  child.stdout?.on("data", (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    while (pending.length - at >= 4 && pending.length - at - 4 >= pending.readUInt32BE(at)) {
      const end = at + 4 + pending.readUInt32BE(at);
      waiting.shift()?.resolve(pending.toString("utf8", at + 4, end));
      at = end;
    }
    pending = pending.subarray(at);
  });
  let ended: Error | undefined;
  child.on("close", (code) => {
    ended = new Error(`The client ended with ${code}.`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  });
  return async (request) => {
    const answer = await new Promise<string>((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      waiting.push({ resolve, reject });
      child.stdin?.write(Buffer.concat([length(request.length), request]));
    });
    return JSON.parse(answer);
  };
}

function list(texts: readonly string[]): Buffer {
  return Buffer.concat([length(texts.length), ...texts.map(framed)]);
}

function framed(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([length(bytes.length), bytes]);
}

function length(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
