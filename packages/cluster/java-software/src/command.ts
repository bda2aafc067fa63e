import type { Environment } from "@reeve/orchestrator/engine";
import type { Tools } from "./tools.ts";

/** The environment variables with which the command of a node finds Java, the jars and the class archive on this machine. */
export function javaEnvironment({ java, classPath, archive = "" }: Tools): Environment {
  return { JAVA: java, CLASSPATH: classPath, CLASS_ARCHIVE: archive };
}

/** The option for the class archive, if there is one. Java ignores an archive of another version or for other jars. */
export const CLASS_ARCHIVE_OPTION = `\${CLASS_ARCHIVE:+"-XX:SharedArchiveFile=$CLASS_ARCHIVE" -Xlog:cds=off -Xlog:cds+dynamic=off}`;

/** The option for the folder into which libraries unpack native code and pages. It is deleted together with the task's sandbox. */
export const TEMPORARY_FILES_OPTION = `-Djava.io.tmpdir="$MESOS_SANDBOX/tmp"`;

/** The option that names the node in the list of processes. */
export const NODE_NAME_OPTION = `-Dnode="$FRAMEWORK_NAME/$TASK_NAME"`;

/** The command that runs Java with its options. It needs the folder that `MAKE_TEMPORARY_FOLDER` makes. */
export const RUN_JAVA = `"$JAVA" $JAVA_OPTIONS ${TEMPORARY_FILES_OPTION} ${CLASS_ARCHIVE_OPTION}`;

export const MAKE_TEMPORARY_FOLDER = "mkdir -p tmp || exit 1; ";

/** How much of its machine the process of a node may use. */
export interface ProcessSize {
  /** The memory of the whole process in megabytes. */
  readonly mem: number;
  readonly cpus: number;
}

/** The heap in megabytes: half of the memory. The other half is for buffers and the file cache, and so is what exceeds `most`. */
export function heapOf({ mem }: ProcessSize, most: number): number {
  return Math.min(most, Math.floor(mem / 2));
}

/** The option for the number of processors, which Java would otherwise take from the machine. */
export function processorsOption({ cpus }: ProcessSize): string {
  return `-XX:ActiveProcessorCount=${Math.max(1, Math.ceil(cpus))}`;
}
