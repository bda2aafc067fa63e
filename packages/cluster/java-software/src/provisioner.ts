import { isReeveError } from "@reeve/contract";
import { type Log, reasonOf } from "@reeve/orchestrator/engine";
import type { Installation } from "./installation.ts";
import type { ProgramEnvironment } from "./programs.ts";
import { areUnchanged, type PreparedTools, prepareTools, type Tools } from "./tools.ts";

/** Installs the software on this machine, once for all instances that use it. */
export interface Provisioner {
  readonly environment: ProgramEnvironment;
  /** Returns the paths of Java and of the jars. Jars that are missing or have changed are downloaded first. */
  prepare(options?: PrepareOptions): Promise<Tools>;
  /** Registers an instance, until the returned function is called. Without instances, a running download is cancelled. */
  need(): () => void;
}

export interface PrepareOptions {
  /** Called with the current step of the preparation whenever it changes. */
  readonly report?: (waitsFor: string) => void;
}

/** Makes the provisioner of a software installation. All instances of a service share its downloads; each instance passes its own log. */
export function createProvisioner(installation: Installation, environment: ProgramEnvironment): (log: Log) => Provisioner {
  const { title, version } = installation.software;
  let prepared: PreparedTools | undefined;
  let preparing: Promise<PreparedTools> | undefined;
  const listeners = new Set<(waitsFor: string) => void>();
  const reportWait = (waitsFor: string) => {
    for (const listener of listeners) listener(waitsFor);
  };

  let needed = 0;
  let fetching = new AbortController();

  async function prepareAnew(): Promise<PreparedTools> {
    fetching = new AbortController();
    prepared = await prepareTools(installation, environment, {
      signal: fetching.signal,
      onProgress: ({ done, total, silent }) => {
        const nothing = silent === undefined ? "" : `; no progress for ${silent} s`;
        reportWait(`${title} ${version} is being fetched: ${done} of ${total} jars${nothing}`);
      },
      onArchive: () => reportWait(`${title} ${version} is being adapted to the Java version on this machine`),
    });
    return prepared;
  }

  return (log) => ({
    environment,
    need() {
      needed++;
      return () => {
        needed--;
        if (needed === 0) fetching.abort();
      };
    },
    async prepare({ report } = {}) {
      if (prepared && areUnchanged(prepared)) return prepared;
      if (report) listeners.add(report);
      // After a failure the next launch tries again, because the user may have installed what was missing.
      preparing ??= prepareAnew()
        .catch((error) => {
          if (!isReeveError(error, "cancelled")) log("warn", "the engine could not be installed", { reason: reasonOf(error) });
          throw error;
        })
        .finally(() => {
          preparing = undefined;
        });
      try {
        return await preparing;
      } finally {
        if (report) listeners.delete(report);
      }
    },
  });
}
