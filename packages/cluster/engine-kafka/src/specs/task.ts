import { BROKER_HEARTBEAT, BROKER_SESSION, leastInSync, usualCopies } from "@reeve/broker-planning";
import type { HealthCheck } from "@reeve/orchestrator/engine";

/** A request for the API versions, which a healthy node answers without asking others, and a hanging node never. */
const API_VERSIONS = Buffer.from("0000000a0012000000000007ffff", "hex").toString("base64");

/** Detects a hanging node within a minute. Pauses for garbage collection are shorter, so they do not count as hanging. */
const healthCheck = (port: string): HealthCheck => ({ port, send: API_VERSIONS, interval: 5, timeout: 5, failures: 4 });

/** One line for each event, with its causes and no stack trace: users see the last lines of a dead node's log as the reason of its end. */
const LOGGING = `status=error
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m%notEmpty{: %throwable{short.message}} (%c)%n
rootLogger.level=WARN
rootLogger.appenderRef.console.ref=console
`;

/** The health check of a broker or controller that runs, and the files of all of its tasks. The port has the name of the pod type. */
export function taskParts(port: string, properties: string) {
  return {
    healthCheck: healthCheck(port),
    files: [
      { name: "server-properties", "relative-path": "etc/server.properties", "template-content": properties },
      { name: "log4j2-properties", "relative-path": "etc/log4j2.properties", "template-content": LOGGING },
    ],
  };
}

/** The shared defaults: the loss of one broker loses no acknowledged record, and its restart interrupts no writer. */
export function sharedDefaults(brokers: number) {
  return {
    "broker.heartbeat.interval.ms": BROKER_HEARTBEAT,
    "broker.session.timeout.ms": BROKER_SESSION,
    "min.insync.replicas": leastInSync(usualCopies(brokers)),
    "unclean.leader.election.enable": false,
  };
}
