import { javaImage } from "./java-image.ts";

/** The Java modules that the engine's classes need; log4j needs the beans of `java.desktop`. */
const MODULES = [
  ...["java.compiler", "java.desktop", "java.management", "java.naming", "java.rmi", "java.security.jgss"],
  ...["java.security.sasl", "java.sql", "jdk.crypto.ec", "jdk.management", "jdk.unsupported", "jdk.zipfs"],
];

/** Makes the image of brokers and controllers. Returns the image's reference by digest. */
export function kafkaImage(busybox: string, name: string, file: string): Promise<string> {
  return javaImage({ engine: "kafka", modules: MODULES }, busybox, name, file);
}
