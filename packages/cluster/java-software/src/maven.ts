import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ReeveError } from "@reeve/contract";
import type { JavaSoftware } from "./java-software.ts";
import { mavenEnvironment } from "./maven-environment.ts";
import { type Environment, findProgram, run } from "./programs.ts";
import { STALL_LIMITS, type StallLimits, watchForStall } from "./stall.ts";

/** The progress of a download, counted in jars. */
export interface FetchProgress {
  readonly done: number;
  readonly total: number;
  /** The number of seconds without progress; absent during the first minute. */
  readonly silent?: number;
}

export interface MavenOptions {
  readonly software: JavaSoftware;
  /** The folder for the jars. It has to exist. */
  readonly folder: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly stallLimits?: StallLimits;
}

const REPORT_INTERVAL = 200;
const FETCHED_JAR = /Downloaded from .*\/(\S+\.jar) \(/g;

/** The full name of Maven's goal. With a short name, Maven would have to ask its repository. */
const GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/**
 * Downloads the jars with Maven. Maven uses the mirrors, proxies and credentials of the user, and the user's local repository if possible.
 */
export async function fetchByMaven({
  software,
  folder,
  environment,
  signal,
  onProgress,
  stallLimits = STALL_LIMITS,
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
  // Maven first downloads missing jars into its local repository, and only at the end copies all jars into the folder.
  const fetched = new Set<string>();
  let unread = "";
  const total = wanted.size;
  const stall = watchForStall(stallLimits);
  const reporting = setInterval(() => {
    const silent = stall.check();
    onProgress?.({ done: Math.max(fetched.size, jarsIn(folder)), total, ...(silent !== undefined && { silent }) });
  }, REPORT_INTERVAL);
  try {
    // Without `-B`, Maven prints a line every few kilobytes, which shows whether a slow repository still answers.
    const args = ["-f", join(folder, "pom.xml"), GOAL, `-DoutputDirectory=${folder}`];
    const { code, printed } = await run(maven, args, {
      environment: mavenEnvironment(environment),
      signal: signal ? AbortSignal.any([signal, stall.signal]) : stall.signal,
      onOutput: (piece) => {
        stall.progress();
        const text = unread + piece;
        for (const [, name = ""] of text.matchAll(FETCHED_JAR)) if (wanted.has(name)) fetched.add(name);
        unread = text.slice(text.search(/[^\r\n]*$/));
      },
    });
    if (code !== 0) throw failure(printed);
    onProgress?.({ done: jarsIn(folder), total });
  } finally {
    clearInterval(reporting);
  }
}

/** Counts the jars in a folder. A folder that was removed counts as empty, because Maven itself reports that error. */
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
  const error = lines.find((line) => line.startsWith("[ERROR]"))?.replace(/^\[ERROR\]\s*/, "");
  const message = (error ?? lines.findLast((line) => line !== "") ?? "it printed nothing").slice(0, 400);
  if (/No space left on device/i.test(printed)) {
    return new ReeveError(
      "server-failure",
      "Maven could not fetch the engine: the disk is full; make room and try again",
    );
  }
  if (NO_NETWORK.test(printed)) {
    // The code is not `unreachable`, because the advice for `unreachable` is about clusters.
    return new ReeveError(
      "not-found",
      `Maven could not reach its repository to fetch the engine: check the network, or the mirrors and proxies in its settings.xml (${message})`,
    );
  }
  return new ReeveError("server-failure", `Maven could not fetch the engine: ${message}`);
}
