import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts, type JavaSoftware, pinnedJars, run, runUntilListening, type WarmUp } from "@reeve/java-software";
import { JARS, VERSION } from "./generated/release.ts";
import { propertiesOf } from "./specs/properties.ts";

/** The Kafka release that real brokers run. */
export const kafkaSoftware: JavaSoftware = {
  name: "kafka",
  title: "Kafka",
  version: VERSION,
  jars: pinnedJars(JARS),
  java: { oldest: 17 },
  distribution: {
    variable: "KAFKA_HOME",
    jars: "libs",
    version: /^kafka_2\.\d+-(\d+\.\d+[\d.]*)\.jar$/,
    // The oldest release for which these pod specs work.
    oldest: { major: 4, minor: 2 },
    // The jars with the broker, the controller and the producer test. Each of them lists the other jars that it depends on.
    needed: ["kafka-clients", "kafka-metadata", "kafka-raft", "kafka-server", "kafka-storage", "kafka-tools", "scala-library"],
  },
  warmUp,
};

const SMALL = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Dlog4j2.level=OFF"];

/** Runs a node that is both broker and controller, so that Java can write a class archive for both. */
async function warmUp(...[java, options, { folder, environment, signal }]: Parameters<WarmUp>): Promise<boolean> {
  const own = [...SMALL, `-Djava.io.tmpdir=${folder}`];
  const properties = join(folder, "server.properties");
  const [broker = 0, controller = 0] = await freePorts(2);
  writeFileSync(properties, nodeOfBothRoles(folder, broker, controller));
  const format = ["format", "--standalone", "-t", "Y2xhc3Nlc2NsYXNzZXNjbA", "-c", properties];
  await run(java, [...own, "kafka.tools.StorageTool", ...format], { environment, signal });
  const node = [...own, ...options, "kafka.Kafka", properties];
  return runUntilListening(java, node, { port: broker, environment, signal });
}

/** The settings of a node with both roles, whose data is deleted after the warm-up, even if it crashed while it stopped. */
function nodeOfBothRoles(folder: string, broker: number, controller: number): string {
  const settings = {
    "process.roles": "broker,controller",
    "node.id": 1,
    listeners: `PLAINTEXT://127.0.0.1:${broker},CONTROLLER://127.0.0.1:${controller}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "inter.broker.listener.name": "PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": `127.0.0.1:${controller}`,
    "log.dirs": join(folder, "data"),
    "log.cleaner.dedupe.buffer.size": 4_194_304,
  };
  return propertiesOf(Object.entries(settings));
}
