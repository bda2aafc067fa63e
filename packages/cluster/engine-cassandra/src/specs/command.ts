import {
  CLASS_ARCHIVE_OPTION,
  heapOf,
  NODE_NAME_OPTION,
  type ProcessSize,
  processorsOption,
  TEMPORARY_FILES_OPTION,
} from "@reeve/java-software";
import type { CommandSpec } from "@reeve/scheduler-models";
import { VERSION } from "../generated/release.ts";
import { DATA } from "./settings-file.ts";

/** Returns the command that starts a node. With `exec`, the watched process is Java and not the shell. */
export function javaCommand(size: ProcessSize): CommandSpec {
  const arguments_ = [
    "$JAVA_OPTIONS",
    CLASS_ARCHIVE_OPTION,
    NODE_NAME_OPTION,
    TEMPORARY_FILES_OPTION,
    `-javaagent:"$JAMM"`,
    `-javaagent:"$AGENT=config=etc/agent.properties"`,
    `-Dcassandra.storagedir="$MESOS_SANDBOX/${DATA}"`,
    "$START_OPTIONS",
    MAIN,
  ];
  return {
    value: `mkdir -p tmp && exec "$JAVA" ${arguments_.join(" ")}`,
    environment: { ENGINE_VERSION: VERSION, JAVA_OPTIONS: javaOptions(size).join(" ") },
  };
}

export const MAIN = "org.apache.cassandra.service.CassandraDaemon";

/** Returns Java's options for a node of this size, except those that contain file names. */
export function javaOptions(size: ProcessSize): readonly string[] {
  return [...memory(size), ...FIXED, ...OPENED];
}

/** The largest heap in megabytes. A larger heap mainly causes longer pauses. */
const MAX_HEAP = 8192;

/** The heap size in megabytes up to which the serial collector and the C1 compiler perform better. */
const SMALL_HEAP = 2048;

function memory(size: ProcessSize): readonly string[] {
  const heap = heapOf(size, MAX_HEAP);
  const collector = heap <= SMALL_HEAP ? ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"] : ["-XX:+UseG1GC", "-XX:MaxGCPauseMillis=300"];
  return [`-Xmx${heap}m`, `-XX:MaxDirectMemorySize=${Math.floor(size.mem / 4)}m`, processorsOption(size), ...collector];
}

const FIXED: readonly string[] = [
  "-Xss256k",
  "-XX:-UsePerfData",
  "-XX:+ExitOnOutOfMemoryError",
  "-Djava.net.preferIPv4Stack=true",
  "-Djdk.attach.allowAttachSelf=true",
  "-Dio.netty.tryReflectionSetAccessible=true",
  // Without this option, each response of the agent takes 45 ms.
  "-Dsun.net.httpserver.nodelay=true",
  // Seconds after which the agent closes a connection whose request is incomplete. Otherwise, a few such connections would block it.
  "-Dsun.net.httpserver.maxReqTime=10",
  "-Dlogback.configurationFile=etc/logback.xml",
  "-Dcassandra.config=file:etc/cassandra.yaml",
  "-Dcassandra-foreground=yes",
  // Without this option, each node fills a table with 100,000 rows when it starts, only to estimate the memory of a row.
  "-Dcassandra.memtable_row_overhead_computation_step=1000",
  // By default, a node waits a long time for gossip. Only large clusters need this.
  "-Dcassandra.ring_delay_ms=2000",
  "-Dcassandra.skip_wait_for_gossip_to_settle=0",
  "-Dcassandra.gossip_settle_min_wait_ms=0",
  "-Dcassandra.shutdown_announce_in_ms=300",
];

/** The modules that Java has to open to the database, as in the release's start script for Java 17. */
const OPENED: readonly string[] = [
  ...[
    "java.base/jdk.internal.misc",
    "java.base/java.lang.ref",
    "java.management.rmi/com.sun.jmx.remote.internal.rmi",
    "java.rmi/sun.rmi.registry",
    "java.rmi/sun.rmi.server",
    "java.sql/java.sql",
    "jdk.attach/sun.tools.attach",
    "jdk.compiler/com.sun.tools.javac.file",
    "jdk.unsupported/sun.misc",
  ].map((module) => `--add-exports=${module}=ALL-UNNAMED`),
  ...[
    "java.base/java.io",
    "java.base/java.lang",
    "java.base/java.lang.module",
    "java.base/java.lang.reflect",
    "java.base/java.util",
    "java.base/jdk.internal.loader",
    "java.base/jdk.internal.math",
    "java.base/jdk.internal.module",
    "java.base/jdk.internal.ref",
    "java.base/jdk.internal.reflect",
    "java.base/jdk.internal.util.jar",
    "java.base/sun.nio.ch",
    "jdk.compiler/com.sun.tools.javac",
    "jdk.management/com.sun.management.internal",
  ].map((module) => `--add-opens=${module}=ALL-UNNAMED`),
];

/** One line for each event, with its causes and no stack trace: users see the last lines of a dead node's log as the reason of its end. */
export const LOGGING = `<configuration>
  <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>[%d{ISO8601}] %p %m%n%ex{short}</pattern></encoder>
  </appender>
  <!-- Advice for the machine of a large cluster. -->
  <logger name="org.apache.cassandra.service.StartupChecks" level="ERROR"/>
  <root level="WARN"><appender-ref ref="console"/></root>
</configuration>
`;
