import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts, run, runUntilListening, type WarmUp } from "@reeve/java-software";
import { propertiesOf } from "../specs/properties.ts";

const SMALL = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Dlog4j2.level=OFF"];

/** Runs a node that is both broker and controller, so that Java can write a class archive for both. */
export const warmUpKafka: WarmUp = async (java, options, { folder, environment, signal }) => {
  const own = [...SMALL, `-Djava.io.tmpdir=${folder}`];
  const properties = join(folder, "server.properties");
  const [broker = 0, controller = 0] = await freePorts(2);
  writeFileSync(properties, nodeOfBothRoles(folder, broker, controller));
  const format = ["format", "--standalone", "-t", "Y2xhc3Nlc2NsYXNzZXNjbA", "-c", properties];
  await run(java, [...own, "kafka.tools.StorageTool", ...format], { environment, signal });
  const node = [...own, ...options, "kafka.Kafka", properties];
  return runUntilListening(java, node, { port: broker, environment, signal });
};

/**
 * The settings of a node with both roles. The node's data is deleted after the warm-up, so it does no harm if the node crashes while it
 * stops.
 */
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
