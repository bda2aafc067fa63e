import type { CommandSpec } from "@reeve/scheduler-models";
import { VERSION } from "../generated/release.ts";

/** The maximum heap in megabytes. A larger heap has no advantage; the remaining memory serves as file cache. */
const MAX_HEAP = 6144;

/**
 * The command of a node. It uses `exec`, so that the watched process is Java and not the shell. The environment of each launch contains the
 * paths of Java and of the jars.
 */
export function kafkaCommand(main: string, { mem, cpus, before = "" }: KafkaCommandOptions): CommandSpec {
  return {
    value: `${OWN_TMP}${before}exec ${JAVA} -Dnode="$FRAMEWORK_NAME/$TASK_NAME" ${main} etc/server.properties`,
    environment: {
      ENGINE_VERSION: VERSION,
      JAVA_OPTIONS: `-Xmx${heapOf(mem)}m -XX:ActiveProcessorCount=${Math.max(1, Math.ceil(cpus))} ${SMALL} ${LOG}`,
    },
  };
}

/** Makes the folder into which libraries unpack native code. It is deleted together with the task's sandbox. */
export const OWN_TMP = "mkdir -p tmp || exit 1; ";

/**
 * The command that runs Java with its options, and with the class archive if there is one. Java ignores an archive that was made by another
 * version of Java or for other jars.
 */
export const JAVA = `"$JAVA" $JAVA_OPTIONS -Djava.io.tmpdir="$MESOS_SANDBOX/tmp" \${CLASS_ARCHIVE:+"-XX:SharedArchiveFile=$CLASS_ARCHIVE" -Xlog:cds=off -Xlog:cds+dynamic=off}`;

/**
 * A shell command that flushes the files of a new volume to its disk. Kafka itself does not, and does not start if a power failure takes them.
 * Where `sync` takes no names, it flushes everything.
 */
export const flushed = (folder: string): string => `{ find ${folder}/ -exec sync {} + 2>/dev/null || sync; }`;

export interface KafkaCommandOptions {
  /** The memory of the whole process in megabytes. */
  readonly mem: number;
  readonly cpus: number;
  /** A shell command that runs before Java. */
  readonly before?: string;
}

/** Options that halve the time of a start. They make long-running code slower, which does not matter for small nodes. */
const SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData";
const LOG = "-Dlog4j2.configurationFile=etc/log4j2.properties";

function heapOf(mem: number): number {
  return Math.min(MAX_HEAP, Math.floor(mem / 2));
}
