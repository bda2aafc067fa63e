import type { Log } from "@reeve/orchestrator";
import type { Installation } from "./installation.ts";
import type { Environment } from "./programs.ts";
import { prepareTools, type Tools } from "./tools.ts";

/** What all instances of the engine share on this machine. */
export interface Engineering {
  readonly environment: Environment;
  /** Java and the jars; fetched first where they are missing. */
  prepare(options?: PrepareOptions): Promise<Tools>;
  /** One more needs it, until the function that it gives is called. With the last one a fetch ends that is under way. */
  need(): () => void;
}

interface PrepareOptions {
  /** Is told what is waited for, in words. */
  readonly report?: (waitsFor: string) => void;
}

export function shareEngineering(
  installation: Installation,
  environment: Environment,
  log: Log = () => undefined,
): Engineering {
  let prepared: Promise<Tools> | undefined;
  const listeners = new Set<(waitsFor: string) => void>();
  const tell = (waitsFor: string) => {
    for (const listener of listeners) listener(waitsFor);
  };

  let needed = 0;
  let fetching = new AbortController();

  async function prepareAnew(): Promise<Tools> {
    fetching = new AbortController();
    return prepareTools(installation, environment, {
      signal: fetching.signal,
      onProgress: ({ done, total, silent }) => {
        const nothing = silent === undefined ? "" : `; nothing has come for ${silent} s`;
        tell(`Kafka ${installation.version} is being fetched: ${done} of ${total} jars${nothing}`);
      },
      onArchive: () => tell(`Kafka ${installation.version} is being made ready for this machine's Java`),
    });
  }

  return {
    environment,
    need() {
      needed++;
      return () => {
        needed--;
        if (needed === 0) fetching.abort();
      };
    },
    async prepare({ report } = {}) {
      if (report) listeners.add(report);
      prepared ??= prepareAnew().catch((error) => {
        // The next launch tries again: somebody may have installed what was missing.
        prepared = undefined;
        log("warn", "the engine cannot be got", { reason: error instanceof Error ? error.message : String(error) });
        throw error;
      });
      try {
        return await prepared;
      } finally {
        if (report) listeners.delete(report);
      }
    },
  };
}
