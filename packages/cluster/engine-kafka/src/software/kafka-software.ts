import { type JavaSoftware, pinnedJars } from "@reeve/java-software";
import { JARS, VERSION } from "../generated/release.ts";
import { warmUpKafka } from "./warm-up.ts";

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
    needed: [
      "kafka-clients",
      "kafka-metadata",
      "kafka-raft",
      "kafka-server",
      "kafka-storage",
      "kafka-tools",
      "scala-library",
    ],
  },
  warmUp: warmUpKafka,
};
