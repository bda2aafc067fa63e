import { isReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import type { Installation } from "./installation.ts";
import type { Environment } from "./programs.ts";
import { areUnchanged, type PreparedTools, prepareTools, type Tools } from "./tools.ts";

/** Gets the software ready for this machine, once for all instances that run it. */
export interface Provisioner {
  readonly environment: Environment;
  /** Java and the jars; fetched first where they are missing, or have changed since the last time. */
  prepare(options?: PrepareOptions): Promise<Tools>;
  /** One more needs it, until the function that it gives is called. With the last one a fetch ends that is under way. */
  need(): () => void;
}

/** What a caller may say when the software is made ready for it. */
export interface PrepareOptions {
  /** Is told what is waited for, in words. */
  readonly report?: (waitsFor: string) => void;
}

/** Gives it to each instance, which says where the log is. */
export function createProvisioner(installation: Installation, environment: Environment): (log: Log) => Provisioner {
  const { title, version } = installation.software;
  let prepared: PreparedTools | undefined;
  let preparing: Promise<PreparedTools> | undefined;
  const listeners = new Set<(waitsFor: string) => void>();
  const tell = (waitsFor: string) => {
    for (const listener of listeners) listener(waitsFor);
  };

  let needed = 0;
  let fetching = new AbortController();

  async function prepareAnew(): Promise<PreparedTools> {
    fetching = new AbortController();
    prepared = await prepareTools(installation, environment, {
      signal: fetching.signal,
      onProgress: ({ done, total, silent }) => {
        const nothing = silent === undefined ? "" : `; nothing has come for ${silent} s`;
        tell(`${title} ${version} is being fetched: ${done} of ${total} jars${nothing}`);
      },
      onArchive: () => tell(`${title} ${version} is being made ready for this machine's Java`),
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
      // A failure is tried again by the next launch: what was missing may have been installed.
      preparing ??= prepareAnew()
        .catch((error) => {
          const reason = error instanceof Error ? error.message : String(error);
          if (!isReeveError(error, "cancelled")) log("warn", "the engine cannot be got", { reason });
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
