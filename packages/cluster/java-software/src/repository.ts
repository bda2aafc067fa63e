import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { ProgramEnvironment } from "./programs.ts";

/** A Maven repository from which jars are downloaded. */
export interface Repository {
  /** The URL, without a slash at its end. */
  readonly url: string;
  /** The Authorization header, for a mirror whose credentials are in the user's Maven settings. */
  readonly authorization?: string;
}

const CENTRAL = "https://repo.maven.apache.org/maven2";

/** The folder `.m2`, with the user's Maven settings and the jars that Maven has downloaded. */
export function mavenFolder({ HOME }: ProgramEnvironment): string {
  return join(HOME || homedir(), ".m2");
}

/** The repository of `REEVE_MAVEN_REPOSITORY`, else the mirror in the user's Maven settings, else Maven Central. */
export function repositoryOf(environment: ProgramEnvironment): Repository {
  const own = environment[VARIABLE];
  if (own) return { url: checkedUrl(own, VARIABLE) };
  const settings = join(mavenFolder(environment), "settings.xml");
  const text = readIfThere(settings).replaceAll(/<!--[\s\S]*?-->/g, "");
  const mirror = elementsOf(text, "mirror").find((each) => isForCentral(textOf(each, "mirrorOf")));
  if (mirror === undefined) return { url: CENTRAL };
  const value = (of: string, name: string) => expanded(textOf(of, name), environment);
  const url = checkedUrl(value(mirror, "url"), settings);
  const server = elementsOf(text, "server").find((each) => textOf(each, "id") === textOf(mirror, "id"));
  if (server === undefined) return { url };
  const [username, password] = [value(server, "username"), value(server, "password")];
  if (/^\{.*\}$/.test(password)) {
    throw new ReeveError(
      "bad-input",
      `${settings}: the password of the mirror is encrypted, and only Maven can read it; set ${VARIABLE} to a repository that needs no password`,
    );
  }
  return { url, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** The environment variable with the URL of a repository. */
export const VARIABLE = "REEVE_MAVEN_REPOSITORY";

function isForCentral(mirrorOf: string): boolean {
  const words = mirrorOf.split(",").map((word) => word.trim());
  return !words.includes("!central") && ["*", "external:*", "central"].some((word) => words.includes(word));
}

function checkedUrl(text: string, source: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new ReeveError("bad-input", `${source}: expected the URL of a Maven repository, such as ${CENTRAL}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new ReeveError(
      "bad-input",
      `${source}: the URL of a repository may not contain a password; name the mirror and its server in Maven's settings.xml`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

function elementsOf(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "g"))].map(([, content = ""]) => content);
}

function textOf(text: string, name: string): string {
  const [value = ""] = elementsOf(text, name);
  return value.trim().replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function expanded(text: string, environment: ProgramEnvironment): string {
  return text.replaceAll(/\$\{env\.([^}]+)\}/g, (_, name: string) => environment[name] ?? "");
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Milliseconds without progress after which a download is reported (`reportAfter`), and fails (`abortAfter`). */
export interface StallLimits {
  readonly reportAfter: number;
  readonly abortAfter: number;
}

/** The default limits. Even a slow repository answers or sends a few kilobytes within a minute. */
export const STALL_LIMITS: StallLimits = { reportAfter: 60_000, abortAfter: 300_000 };

/** Measures how long a download has made no progress. */
interface StallWatch {
  /** Records that the download has made progress. */
  progress(): void;
  /** Returns the number of whole seconds without progress; undefined before `reportAfter`. After `abortAfter`, aborts the signal. */
  check(): number | undefined;
  readonly signal: AbortSignal;
}

export function watchForStall({ reportAfter, abortAfter }: StallLimits, repository: string): StallWatch {
  const abandon = new AbortController();
  let since = performance.now();
  return {
    signal: abandon.signal,
    progress() {
      since = performance.now();
    },
    check() {
      const lasted = performance.now() - since;
      if (lasted >= abortAfter) abandon.abort(tooLong(lasted, repository));
      return lasted < reportAfter ? undefined : Math.floor(lasted / 1000);
    },
  };
}

function tooLong(lasted: number, repository: string): ReeveError {
  return new ReeveError(
    "not-found",
    `${repository} has sent nothing for ${Math.round(lasted / 1000)} s: check the network and https_proxy, or set ${VARIABLE} to a mirror of Maven Central, and try again`,
  );
}
