import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ReeveError } from "@reeve/contract";
import type { JavaSoftware } from "./java-software.ts";
import { mavenEnvironment } from "./maven-environment.ts";
import { type Environment, findProgram, run } from "./programs.ts";
import { SILENCE_LIMITS, type SilenceLimits, watchSilence } from "./silence.ts";

/** How many of the jars are there. */
export interface FetchProgress {
  readonly done: number;
  readonly total: number;
  /** Seconds in which nothing has come, where that is a minute or more. */
  readonly silent?: number;
}

export interface MavenOptions {
  readonly software: JavaSoftware;
  /** Where the jars go; there already. */
  readonly folder: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly silenceLimits?: SilenceLimits;
}

const LOOK_EVERY = 200;
const FETCHED_JAR = /Downloaded from .*\/(\S+\.jar) \(/g;

/** In full: Maven asks its registry what a short name means. */
const GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/** Has Maven bring the jars: with the user's own mirrors, proxies and credentials, and from its own store where it has them. */
export async function fetchByMaven({
  software,
  folder,
  environment,
  signal,
  onProgress,
  silenceLimits = SILENCE_LIMITS,
}: MavenOptions): Promise<void> {
  const maven = findProgram("mvn", environment);
  if (maven === undefined) {
    const own = software.distribution
      ? `, or set ${software.distribution.variable} to an installation of ${software.title}`
      : "";
    throw new ReeveError(
      "not-found",
      `Maven was not found; install it so that mvn is on PATH${own}, or use the simulated engine`,
    );
  }
  writeFileSync(join(folder, "pom.xml"), software.pom);
  const wanted = new Set(software.jars.map(({ name }) => name));
  // Maven fetches what it has not got into its own store first, and copies everything at the end.
  const fetched = new Set<string>();
  let unread = "";
  const total = wanted.size;
  const silence = watchSilence(silenceLimits);
  const look = setInterval(() => {
    const silent = silence.heed();
    onProgress?.({ done: Math.max(fetched.size, jarsIn(folder)), total, ...(silent !== undefined && { silent }) });
  }, LOOK_EVERY);
  try {
    // Not -B: without it Maven tells of each few kilobytes, which is how a slow registry differs from one that never answers.
    const args = ["-f", join(folder, "pom.xml"), GOAL, `-DoutputDirectory=${folder}`];
    const { code, printed } = await run(maven, args, {
      environment: mavenEnvironment(environment),
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      onOutput: (piece) => {
        silence.broken();
        const text = unread + piece;
        for (const [, name = ""] of text.matchAll(FETCHED_JAR)) if (wanted.has(name)) fetched.add(name);
        unread = text.slice(text.search(/[^\r\n]*$/));
      },
    });
    if (code !== 0) throw failure(printed);
    onProgress?.({ done: jarsIn(folder), total });
  } finally {
    clearInterval(look);
  }
}

/** None where the folder has been removed: Maven says what comes of that. */
function jarsIn(folder: string): number {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jar")).length;
  } catch {
    return 0;
  }
}

const NO_NETWORK =
  /Unknown host|UnknownHost|Connection refused|Connection reset|Network is unreachable|No route to host|timed out|Temporary failure in name|Could not transfer/i;

function failure(printed: string): ReeveError {
  const lines = stripVTControlCharacters(printed)
    .split(/[\r\n]/)
    .map((line) => line.trim());
  const complaint = lines.find((line) => line.startsWith("[ERROR]"))?.replace(/^\[ERROR\]\s*/, "");
  const said = (complaint ?? lines.findLast((line) => line !== "") ?? "it said nothing").slice(0, 400);
  if (/No space left on device/i.test(printed)) {
    return new ReeveError(
      "server-failure",
      "Maven could not fetch the engine: the disk is full; make room and try again",
    );
  }
  if (NO_NETWORK.test(printed)) {
    // Not "unreachable": that is said of a cluster, with advice on how to reach one.
    return new ReeveError(
      "not-found",
      `Maven could not reach its registry to fetch the engine: check the network, or the mirrors and proxies in its settings.xml (${said})`,
    );
  }
  return new ReeveError("server-failure", `Maven could not fetch the engine: ${said}`);
}
