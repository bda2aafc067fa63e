import { heapOf, MAKE_TEMPORARY_FOLDER, NODE_NAME_OPTION, type ProcessSize, processorsOption, RUN_JAVA } from "@reeve/java-software";
import type { CommandSpec } from "@reeve/scheduler-models";
import { VERSION } from "../generated/release.ts";

/** The maximum heap in megabytes. A larger heap has no advantage; the remaining memory serves as file cache. */
const MAX_HEAP = 6144;

/** Options that halve the time of a start. They make long-running code slower, which does not matter for small nodes. */
const SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData";
const LOG = "-Dlog4j2.configurationFile=etc/log4j2.properties";

/** The command of a node, after a shell command. With `exec`, the watched process is Java and not the shell. */
export function kafkaCommand(size: ProcessSize, before = ""): CommandSpec {
  return {
    value: `${MAKE_TEMPORARY_FOLDER}${before}exec ${RUN_JAVA} ${NODE_NAME_OPTION} kafka.Kafka etc/server.properties`,
    environment: {
      ENGINE_VERSION: VERSION,
      JAVA_OPTIONS: `-Xmx${heapOf(size, MAX_HEAP)}m ${processorsOption(size)} ${SMALL} ${LOG}`,
    },
  };
}

/**
 * A shell command that flushes the files of a new volume to its disk. Kafka itself does not, and does not start if a power failure takes
 * them. Where `sync` takes no names, it flushes everything.
 */
export const flushed = (folder: string): string => `{ find ${folder}/ -exec sync {} + 2>/dev/null || sync; }`;
