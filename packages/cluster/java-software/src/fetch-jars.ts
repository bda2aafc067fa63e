import { createWriteStream, existsSync, statSync } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { get, Agent as HttpAgent, type IncomingMessage } from "node:http";
import { get as getSecurely, Agent as HttpsAgent } from "node:https";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates } from "node:tls";
import { cancellationError, isReeveError, ReeveError } from "@reeve/contract";
import { reasonOf } from "@reeve/orchestrator/engine";
import { faultOfJar, type JavaSoftware, type PinnedJar } from "./java-software.ts";
import type { ProgramEnvironment } from "./programs.ts";
import { mavenFolder, type Repository, repositoryOf, STALL_LIMITS, type StallLimits, VARIABLE, watchForStall } from "./repository.ts";

/** The progress of a download, counted in jars. */
export interface FetchProgress {
  readonly done: number;
  readonly total: number;
  /** The number of seconds without progress; absent during the first minute. */
  readonly silent?: number;
}

export interface FetchJarsOptions {
  readonly software: Pick<JavaSoftware, "title" | "version" | "jars">;
  /** The folder for the jars. It has to exist. Jars and parts of jars that an earlier attempt has left there are used. */
  readonly folder: string;
  readonly environment: ProgramEnvironment;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly stallLimits?: StallLimits;
  /** Milliseconds before the second attempt; each further one waits twice as long. */
  readonly pause?: number;
}

/** Downloads jars, or copies those that Maven has. A jar gets its name only after its size and sha256 were compared. */
export async function fetchJars(options: FetchJarsOptions): Promise<void> {
  const { software, environment, onProgress, signal, stallLimits = STALL_LIMITS } = options;
  const repository = repositoryOf(environment);
  const stall = watchForStall(stallLimits, repository.url);
  const ending = new AbortController();
  const ends = AbortSignal.any([ending.signal, stall.signal, ...(signal ? [signal] : [])]);
  const agents = agentsFor(environment);
  const work: Work = { ...options, repository, agents, ends, progress: stall.progress };
  const total = software.jars.length;
  let done = 0;
  const report = () => {
    const silent = stall.check();
    onProgress?.({ done, total, ...(silent !== undefined && { silent }) });
  };
  const reporting = setInterval(report, REPORT_INTERVAL);
  const remaining = [...software.jars];
  const fetchSome = async () => {
    for (let jar = remaining.shift(); jar; jar = remaining.shift()) {
      await fetchJar(jar, work);
      done++;
      stall.progress();
    }
  };
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        fetchSome().catch((error) => {
          ending.abort(error);
          throw error;
        }),
      ),
    );
    report();
  } catch (error) {
    throw signal?.aborted ? cancellationError(signal) : (stall.signal.reason ?? error);
  } finally {
    clearInterval(reporting);
    for (const agent of Object.values(agents)) agent.destroy();
  }
}

const REPORT_INTERVAL = 200;

const AT_ONCE = 5;

const MAX_ATTEMPTS = 4;
const MAX_REDIRECTS = 5;

interface Work extends FetchJarsOptions {
  readonly repository: Repository;
  readonly agents: ReturnType<typeof agentsFor>;
  readonly ends: AbortSignal;
  /** Called when bytes have arrived. */
  progress(): void;
}

function agentsFor(environment: ProgramEnvironment) {
  // With `proxyEnv`, the usual variables such as `https_proxy` apply.
  const options = { keepAlive: true, proxyEnv: { ...environment } };
  // A network that reads what passes through it has its authority in the certificates of the system, which Node does not use by itself.
  const ca = [...getCACertificates("default"), ...getCACertificates("system")];
  return { http: new HttpAgent(options), https: new HttpsAgent({ ...options, ca }) };
}

async function fetchJar(jar: PinnedJar, work: Work): Promise<void> {
  const { folder, environment, ends, pause = 1000 } = work;
  if ((await faultOfJar(folder, jar)) === undefined) return;
  const part = join(folder, `${jar.name}.part`);
  if ((await faultOfJar(join(mavenFolder(environment), "repository", jar.path, ".."), jar)) === undefined) {
    await copyFile(join(mavenFolder(environment), "repository", jar.path), part);
    return keep(jar, part, work);
  }
  const wasBegun = existsSync(part);
  for (let attempt = 1; ; attempt++) {
    try {
      await download(jar, part, work);
      break;
    } catch (error) {
      ends.throwIfAborted();
      if (isReeveError(error) || isOfDisk(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw unreachable(work, reasonOf(error));
      await sleep(pause * 2 ** (attempt - 1), undefined, { signal: ends });
    }
  }
  // The part that an earlier attempt has left may be damaged.
  if (wasBegun && (await faultOfJar(folder, { ...jar, name: `${jar.name}.part` })) !== undefined) {
    await rm(part);
    return fetchJar(jar, work);
  }
  await keep(jar, part, work);
}

async function download({ path, size }: PinnedJar, part: string, work: Work): Promise<void> {
  const begun = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  if (begun === size) return;
  const from = begun < size ? begun : 0;
  const answer = await ask(new URL(`${work.repository.url}/${path}`), from, work);
  const status = answer.statusCode ?? 0;
  if (status !== 200 && status !== 206) {
    answer.destroy();
    if (status === 416) await rm(part, { force: true });
    throw refused(work, path, status);
  }
  const start = status === 206 ? from : 0;
  let length = start;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      work.progress();
      length += chunk.length;
      if (length > size) throw differs(work, `${path} has more than ${size} bytes`);
      yield chunk;
    }
  };
  const file = createWriteStream(part, { flags: start > 0 ? "a" : "w", mode: 0o600 });
  await pipeline(answer, counted, file, { signal: work.ends });
  if (length < size) throw new Error(`the connection ended after ${length} of ${size} bytes`);
}

/** Sends a request and follows redirects, as mirrors do to their stores. Credentials are sent to the repository's own origin only. */
async function ask(url: URL, from: number, work: Work, redirects = 0): Promise<IncomingMessage> {
  const { repository, agents, ends } = work;
  const isOwn = url.origin === new URL(repository.url).origin;
  const headers = {
    "accept-encoding": "identity",
    ...(from > 0 && { range: `bytes=${from}-` }),
    ...(isOwn && repository.authorization !== undefined && { authorization: repository.authorization }),
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent =
      url.protocol === "https:"
        ? getSecurely(url, { agent: agents.https, headers, signal: ends }, resolve)
        : get(url, { agent: agents.http, headers, signal: ends }, resolve);
    sent.once("error", reject);
  });
  const { statusCode = 0, headers: received } = answer;
  if (statusCode < 300 || statusCode > 399 || received.location === undefined) return answer;
  answer.destroy();
  const next = URL.parse(received.location, url);
  const isAllowed = next?.protocol === "https:" || (next?.protocol === "http:" && url.protocol === "http:");
  if (!next || !isAllowed || redirects === MAX_REDIRECTS) throw refused(work, url.pathname, statusCode);
  return ask(next, from, work, redirects + 1);
}

/** Gives a jar its name, if it is the expected one. */
async function keep(jar: PinnedJar, part: string, work: Work): Promise<void> {
  const fault = await faultOfJar(work.folder, { ...jar, name: `${jar.name}.part` });
  if (fault !== undefined) {
    await rm(part, { force: true });
    throw differs(work, fault);
  }
  const file = await open(part, "r+");
  await file.sync().finally(() => file.close());
  await rename(part, join(work.folder, jar.name));
}

function differs({ software: { title, version }, repository }: Work, fault: string): ReeveError {
  return new ReeveError(
    "not-found",
    `the files from ${repository.url} differ from the pinned ${title} ${version}, so nothing was installed: ${fault}; check the repository, or set ${VARIABLE} to another one`,
  );
}

function refused(work: Work, path: string, status: number): Error {
  const reason = `it answered ${status} for ${path}`;
  // A repository that is overloaded may answer another attempt.
  return status >= 500 || status === 429 || status === 416 ? new Error(reason) : unreachable(work, reason);
}

function unreachable({ software: { title, version }, repository }: Work, reason: string): ReeveError {
  // The code is not `unreachable`, because the advice for `unreachable` is about clusters.
  return new ReeveError(
    "not-found",
    `${title} ${version} could not be fetched from ${repository.url}: ${reason}; check the network and https_proxy, or set ${VARIABLE} to a mirror of Maven Central`,
  );
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && ["write", "open", "rename", "fsync"].includes(String(error.syscall));
}
