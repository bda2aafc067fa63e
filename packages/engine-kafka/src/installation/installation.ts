import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { makeFolder } from "@reeve/orchestrator";
import { cancellation } from "./cancellation.ts";
import { type FetchProgress, fetchByMaven } from "./maven.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { faultOf, pinnedJars } from "./pinned-jars.ts";
import type { Environment } from "./programs.ts";
import { VERSION } from "./release.ts";
import { share, type Wish } from "./share.ts";
import { stampOf } from "./stamp.ts";

/** The one copy of the engine that all instances of a user share. */
export interface Installation {
  readonly name: "kafka";
  readonly version: string;
  /** Where its jars are, or will be. */
  readonly folder: string;
  /** Megabytes that it takes. */
  readonly megabytes: number;
  /** `installed`; `absent`; or `damaged`, which is not used and is fetched anew. */
  state(): Promise<"installed" | "absent" | "damaged">;
  /** Fetches it, unless it is there; all of it or nothing. */
  fetch(options?: FetchOptions): Promise<void>;
  /** Deletes it, once nobody is fetching it any more; false where there was nothing. */
  remove(options?: Pick<FetchOptions, "signal">): Promise<boolean>;
}

export interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FetchProgress) => void;
}

export interface InstallationOptions {
  /** The folder of all engines of this user. */
  readonly folder: string;
  readonly environment: Environment;
}

const wanted = new Set(pinnedJars.map(({ name }) => name));

/** Disk that must be free before anything is fetched: the jars, and what Maven keeps of them. */
const ROOM = 150 * 1024 * 1024;

/** Looks after the pinned version of Kafka in a folder. */
export function openInstallation({ folder: engines, environment }: InstallationOptions): Installation {
  const folder = join(engines, `kafka-${VERSION}`);
  const jars = pinnedJars.map(({ name }) => join(folder, name));
  let compared: { readonly stamp: string; readonly fault: Promise<string | undefined> } | undefined;

  /** What is there is read and compared once, and again when somebody has changed it. */
  const fault = () => {
    const stamp = stampOf(jars);
    if (compared?.stamp !== stamp) compared = { stamp, fault: faultOf(folder) };
    return compared.fault;
  };

  async function state() {
    if (!existsSync(folder)) return "absent";
    return (await fault()) === undefined ? "installed" : "damaged";
  }

  async function fetchAnew({ signal, onProgress }: Wish<FetchProgress>): Promise<void> {
    deleteDrafts(engines);
    const draft = makeDraft(engines);
    try {
      await fetchByMaven({ folder: draft, wanted, environment, signal, onProgress });
      const wrong = await faultOf(draft);
      if (wrong !== undefined) {
        throw new ReeveError(
          "not-found",
          `what Maven brought is not Kafka ${VERSION} as it is pinned, and nothing was installed: ${wrong}; ask whoever keeps the mirror in Maven's settings.xml`,
        );
      }
      rmSync(folder, { recursive: true, force: true });
      renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }

  /** Another service of this user may be fetching it, too: then that one's is taken. */
  async function fetchAlone(options: Wish<FetchProgress>): Promise<void> {
    await alone(options.signal, async () => {
      if ((await state()) !== "installed") await fetchAnew(options);
    });
  }

  async function alone(signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
    try {
      makeFolder(engines);
      await oneAtATime(join(engines, LOCK), signal, work);
    } catch (error) {
      if (signal?.aborted) throw cancellation(signal);
      throw ofDisk(error, engines);
    }
  }

  const fetchShared = share(fetchAlone);

  return {
    name: "kafka",
    version: VERSION,
    folder,
    megabytes: Math.ceil(pinnedJars.reduce((sum, { size }) => sum + size, 0) / 1024 / 1024),
    state,
    async fetch(options = {}) {
      if ((await state()) === "installed") return;
      await fetchShared(options);
    },
    async remove({ signal } = {}) {
      let was = false;
      if (!existsSync(engines)) return was;
      await alone(signal, async () => {
        was = existsSync(folder);
        // It goes at once: nobody finds half of it.
        if (was) renameSync(folder, mkdtempSync(join(engines, DRAFT)));
        deleteDrafts(engines);
      });
      return was;
    },
  };
}

const LOCK = `.kafka-${VERSION}.lock`;
const DRAFT = `.kafka-${VERSION}-`;

/** What somebody left who was killed; whoever has the lock is the only one who works on any. */
function deleteDrafts(engines: string): void {
  for (const name of readdirSync(engines)) {
    if (name.startsWith(DRAFT)) rmSync(join(engines, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function makeDraft(engines: string): string {
  const { bavail, bsize } = statfsSync(engines);
  if (bavail * bsize < ROOM) {
    throw new ReeveError(
      "server-failure",
      `the disk of ${engines} is full: ${Math.round((bavail * bsize) / 1024 / 1024)} MB are free, and fetching the engine takes ${ROOM / 1024 / 1024} MB; make room and try again`,
    );
  }
  return mkdtempSync(join(engines, DRAFT));
}

const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"]);

/** What the file system says, as a sentence. */
function ofDisk(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC") {
    return new ReeveError("server-failure", `the disk of ${folder} is full; make room and try again`);
  }
  if (typeof code === "string" && UNWRITABLE.has(code)) {
    return new ReeveError(
      "server-failure",
      `${folder} cannot be written to (${code}); allow it, or set REEVE_HOME to a folder of yours`,
    );
  }
  return error;
}
