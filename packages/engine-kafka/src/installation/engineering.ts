import { isReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import type { Installation } from "./installation.ts";
import type { Environment } from "./programs.ts";
import { areUnchanged, type PreparedTools, prepareTools, type Tools } from "./tools.ts";

/** What all instances of the engine share on this machine. */
export interface Engineering {
  readonly environment: Environment;
  /** Java and the jars; fetched first where they are missing, or where somebody has changed them since the last time. */
  prepare(options?: PrepareOptions): Promise<Tools>;
  /** One more needs it, until the function that it gives is called. With the last one a fetch ends that is under way. */
  need(): () => void;
}

interface PrepareOptions {
  /** Is told what is waited for, in words. */
  readonly report?: (waitsFor: string) => void;
}

/** Gives it to each instance, which says where the log is. */
export function shareEngineering(installation: Installation, environment: Environment): (log: Log) => Engineering {
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
        tell(`Kafka ${installation.version} is being fetched: ${done} of ${total} jars${nothing}`);
      },
      onArchive: () => tell(`Kafka ${installation.version} is being made ready for this machine's Java`),
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
      // Where it fails the next launch tries again: somebody may have installed what was missing.
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
