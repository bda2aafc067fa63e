import { heapOf, MAKE_TEMPORARY_FOLDER, NODE_NAME_OPTION, type ProcessSize, processorsOption, RUN_JAVA } from "@reeve/java-software";
import type { CommandSpec, ConfigFile } from "@reeve/scheduler-models";
import { VERSION } from "../generated/release.ts";

/** The largest heap in megabytes. A larger heap has no advantage on one machine. */
const MAX_HEAP = 6144;

/**
 * Returns the command of a task. It uses `exec`, so that the watched process is Java and not the shell. The environment of each launch
 * contains the paths of Java and of the jars. It also contains the definition's user, so that daemons have the same user on every machine.
 */
export function hdfsCommand(main: string, options: HdfsCommandOptions): CommandSpec {
  const { before = "", after, environment } = options;
  const java = `${RUN_JAVA} ${NODE_NAME_OPTION} ${main}`;
  const run = after === undefined ? `exec ${java}` : `${java} && ${after}`;
  return {
    value: `${MAKE_TEMPORARY_FOLDER}export HADOOP_USER_NAME="$TASK_USER"; ${before}${run}`,
    environment: {
      ...environment,
      ENGINE_VERSION: VERSION,
      JAVA_OPTIONS: `-Xms16m -Xmx${heapOf(options, MAX_HEAP)}m ${processorsOption(options)} ${SMALL} ${LOG}`,
    },
  };
}

interface HdfsCommandOptions extends ProcessSize {
  /** A shell command that runs before Java. */
  readonly before?: string;
  /** A shell command that runs when Java has ended well. */
  readonly after?: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns the Java arguments of a daemon: its main class, its configuration documents and further arguments. */
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

/** Options that halve the start time and the memory of small nodes, where it does not matter that code runs slower. */
const SMALL =
  "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xss512k -XX:ReservedCodeCacheSize=48m -Djava.net.preferIPv4Stack=true";
const LOG = "-Dlog4j.configuration=file:etc/log4j.properties";

/** One line for each event, with the start of its cause: users see the last lines of a dead node's log as the reason of its end. */
const LOGGING = `log4j.rootLogger=WARN,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.layout=org.apache.log4j.EnhancedPatternLayout
log4j.appender.console.layout.ConversionPattern=[%d] %p %m %throwable{1} (%c)%n
log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
log4j.logger.org.apache.hadoop.ipc.Server=ERROR
log4j.logger.org.apache.hadoop.hdfs.util.AtomicFileOutputStream=ERROR
`;

export const loggingFile: ConfigFile = { name: "log4j-properties", "relative-path": "etc/log4j.properties", "template-content": LOGGING };
