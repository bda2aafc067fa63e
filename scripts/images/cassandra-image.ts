import { javaImage } from "./java-image.ts";

/** The Java modules that the database and the agent for its administration need. */
const MODULES = [
  ...["java.se", "jdk.attach", "jdk.compiler", "jdk.crypto.ec", "jdk.httpserver", "jdk.management"],
  ...["jdk.management.agent", "jdk.naming.dns", "jdk.unsupported", "jdk.zipfs"],
];

/** Makes the image of database nodes. Returns the image's reference by digest. */
export function cassandraImage(busybox: string, name: string, file: string): Promise<string> {
  const jars = { JAMM: /^jamm-/, AGENT: /^jolokia-agent-jvm-/ };
  return javaImage({ engine: "cassandra", modules: MODULES, jars }, busybox, name, file);
}
