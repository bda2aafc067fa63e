import { isReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import type { Installation } from "./installation.ts";
import type { Environment } from "./programs.ts";
import { areUnchanged, type PreparedTools, prepareTools, type Tools } from "./tools.ts";

/** Prepares the software on this machine, once for all instances that use it. */
export interface Provisioner {
  readonly environment: Environment;
  /** Java and the jars, fetched first where they are missing or have changed. */
  prepare(options?: PrepareOptions): Promise<Tools>;
  /** Registers a user of the software; the returned function unregisters it. A fetch ends with its last user. */
  need(): () => void;
}

/** Options of a caller that waits for the software. */
export interface PrepareOptions {
  /** Called with a description of what the preparation waits for. */
  readonly report?: (waitsFor: string) => void;
}

/** Prepares software for all instances; each passes its own log. */
export function createProvisioner(installation: Installation, environment: Environment): (log: Log) => Provisioner {
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
      onArchive: () => reportWait(`${title} ${version} is being prepared for this machine's Java`),
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
      // The next launch tries again after a failure, because what was missing may have been installed.
      preparing ??= prepareAnew()
        .catch((error) => {
          const reason = error instanceof Error ? error.message : String(error);
          if (!isReeveError(error, "cancelled")) log("warn", "the engine could not be installed", { reason });
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
