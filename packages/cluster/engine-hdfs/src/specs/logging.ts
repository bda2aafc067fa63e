import type { ConfigFile } from "@reeve/scheduler-models";

/**
 * Each event is logged as one line, including the first line of its cause, because users see the last lines of a dead node's log as the
 * reason of its end.
 */
const LOGGING = `log4j.rootLogger=WARN,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.layout=org.apache.log4j.EnhancedPatternLayout
log4j.appender.console.layout.ConversionPattern=[%d] %p %m %throwable{1} (%c)%n
log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
log4j.logger.org.apache.hadoop.ipc.Server=ERROR
log4j.logger.org.apache.hadoop.hdfs.util.AtomicFileOutputStream=ERROR
`;

export const loggingFile: ConfigFile = { name: "log4j-properties", "relative-path": "etc/log4j.properties", "template-content": LOGGING };
