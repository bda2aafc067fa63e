import type { CommandSpec } from "@reeve/scheduler-models";
import { VERSION } from "../software/release.ts";

/** Megabytes beyond which a larger heap serves no broker: the rest is for the system's cache of its files. */
const MOST_HEAP = 6144;

/** The command that stays: \`exec\`, so that the process that is watched and stopped is Java's. Where Java and the jars are, each launch is told. */
export function javaCommand(main: string, { mem, cpus, before = "" }: JavaOptions): CommandSpec {
  return {
    value: `${before}exec ${JAVA} -Dnode="$FRAMEWORK_NAME/$TASK_NAME" ${main} etc/server.properties`,
    environment: {
      ENGINE_VERSION: VERSION,
      JAVA_OPTIONS: `-Xmx${heapOf(mem)}m -XX:ActiveProcessorCount=${Math.max(1, Math.ceil(cpus))} ${SMALL} ${LOG}`,
    },
  };
}

/** Java with its options; with the classes that it has ready, where it has, and without a word where they do not fit. */
export const JAVA = `"$JAVA" $JAVA_OPTIONS \${CLASS_ARCHIVE:+"-XX:SharedArchiveFile=$CLASS_ARCHIVE" -Xlog:cds=off -Xlog:cds+dynamic=off}`;

export interface JavaOptions {
  /** Megabytes for all of the process. */
  readonly mem: number;
  readonly cpus: number;
  /** What the shell does first. */
  readonly before?: string;
}

/** Half the time to start, at a price that small nodes do not notice. */
const SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
const LOG = "-Dlog4j2.configurationFile=etc/log4j2.properties";

function heapOf(mem: number): number {
  return Math.min(MOST_HEAP, Math.floor(mem / 2));
}
