import type { CommandSpec } from "@reeve/scheduler-models";
import { VERSION } from "../software/release.ts";

/** Megabytes beyond which a larger heap does not help on one machine. */
const MAX_HEAP = 6144;

/**
 * The command of a task: `exec`, so that the watched process is Java's. Each launch gets the paths of Java and the jars in its
 * environment. The daemons take their user from the environment, so that it is the one of the definition on any machine.
 */
export function javaCommand(main: string, { mem, cpus, before = "", environment }: JavaOptions): CommandSpec {
  return {
    value: `export HADOOP_USER_NAME="$TASK_USER"; ${before}exec ${JAVA} -Dnode="$FRAMEWORK_NAME/$TASK_NAME" ${main}`,
    environment: {
      ...environment,
      ENGINE_VERSION: VERSION,
      JAVA_OPTIONS: `-Xms16m -Xmx${heapOf(mem)}m -XX:ActiveProcessorCount=${Math.max(1, Math.ceil(cpus))} ${SMALL} ${LOG}`,
    },
  };
}

export interface JavaOptions {
  /** Megabytes for the whole process. */
  readonly mem: number;
  readonly cpus: number;
  /** A shell command to run first. */
  readonly before?: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A daemon of the file system with its configuration documents. */
export function daemon(name: keyof typeof daemons, ...words: readonly string[]): string {
  return [daemons[name], ...DOCUMENTS, ...words].join(" ");
}

const daemons = {
  journal: "org.apache.hadoop.hdfs.qjournal.server.JournalNode",
  name: "org.apache.hadoop.hdfs.server.namenode.NameNode",
  fc: "org.apache.hadoop.hdfs.tools.DFSZKFailoverController",
  data: "org.apache.hadoop.hdfs.server.datanode.DataNode",
};

const DOCUMENTS = ["-conf etc/core-site.xml", "-conf etc/fs-site.xml"];

/** Java with its options, and with the class archive where there is one; an archive that does not fit is ignored silently. */
const JAVA = `"$JAVA" $JAVA_OPTIONS \${CLASS_ARCHIVE:+"-XX:SharedArchiveFile=$CLASS_ARCHIVE" -Xlog:cds=off -Xlog:cds+dynamic=off}`;

/** Halves the time to start, and the memory of a small process, at a cost that small nodes do not notice. */
const SMALL =
  "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xss512k -XX:ReservedCodeCacheSize=48m -Djava.net.preferIPv4Stack=true";
const LOG = "-Dlog4j.configuration=file:etc/log4j.properties";

function heapOf(mem: number): number {
  return Math.min(MAX_HEAP, Math.floor(mem / 2));
}
