import type { CommandSpec } from "@reeve/scheduler-models";
import { VERSION } from "../software/release.ts";

/** Megabytes beyond which a larger heap brings nothing: the remaining memory serves the system's file cache. */
const MAX_HEAP = 6144;

/** The command of a node: `exec`, so that the watched process is Java's. Each launch gets the paths of Java and the jars in its environment. */
export function javaCommand(main: string, { mem, cpus, before = "" }: JavaOptions): CommandSpec {
  return {
    value: `${before}exec ${JAVA} -Dnode="$FRAMEWORK_NAME/$TASK_NAME" ${main} etc/server.properties`,
    environment: {
      ENGINE_VERSION: VERSION,
      JAVA_OPTIONS: `-Xmx${heapOf(mem)}m -XX:ActiveProcessorCount=${Math.max(1, Math.ceil(cpus))} ${SMALL} ${LOG}`,
    },
  };
}

/** Java with its options, and with the class archive where there is one; an archive that does not fit is ignored silently. */
export const JAVA = `"$JAVA" $JAVA_OPTIONS \${CLASS_ARCHIVE:+"-XX:SharedArchiveFile=$CLASS_ARCHIVE" -Xlog:cds=off -Xlog:cds+dynamic=off}`;

export interface JavaOptions {
  /** Megabytes for the whole process. */
  readonly mem: number;
  readonly cpus: number;
  /** A shell command to run first. */
  readonly before?: string;
}

/** Halves the time to start, at a cost that small nodes do not notice. */
const SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
const LOG = "-Dlog4j2.configurationFile=etc/log4j2.properties";

function heapOf(mem: number): number {
  return Math.min(MAX_HEAP, Math.floor(mem / 2));
}
