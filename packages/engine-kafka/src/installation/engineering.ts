import type { Log } from "@reeve/orchestrator";
import type { Installation } from "./installation.ts";
import type { Environment } from "./programs.ts";
import { prepareTools, type Tools } from "./tools.ts";

/** What all instances of the engine share on this machine. */
export interface Engineering {
  readonly environment: Environment;
  /** Java and the jars; fetched first where they are missing. */
  prepare(options?: PrepareOptions): Promise<Tools>;
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

  async function prepareAnew(): Promise<Tools> {
    return prepareTools(installation, environment, {
      onProgress: ({ done, total }) => tell(`Kafka ${installation.version} is being fetched: ${done} of ${total} jars`),
    });
  }

  return {
    environment,
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
