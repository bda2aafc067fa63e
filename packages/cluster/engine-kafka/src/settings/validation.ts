import type { Validation } from "@reeve/java-software";
import { brokerPod } from "../specs/broker-pod.ts";
import type { KafkaDefinition } from "./kafka-settings.ts";

/** Values for a broker that never starts. */
const VALUES: Readonly<Record<string, string>> = {
  NODE_ID: "0",
  MESOS_CONTAINER_IP: "127.0.0.1",
  BROKER_PORT: "9092",
  CONTROLLERS: "127.0.0.1:9093",
};

/**
 * Has Kafka's own checks read the broker's properties: the tool for volumes reads them as a broker does, and then only looks for a volume.
 * References to secrets are left out, because their values are known only at a launch.
 */
export function kafkaValidation(definition: KafkaDefinition): Validation {
  const template = brokerPod(definition)["task-specs"][0]?.["config-files"]?.[0]?.["template-content"] ?? "";
  const settings = template
    .replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => VALUES[name] ?? whole)
    .split("\n")
    .filter((line) => !line.includes("{{"))
    .join("\n");
  return {
    settings,
    command: (file) => [
      ...["-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=OFF"],
      ...["kafka.tools.StorageTool", "info", "-c", file],
    ],
    refusalIn: ({ printed }) =>
      /^Exception in thread "main" [\w.$]*(?:ConfigException|IllegalArgumentException): (?:requirement failed: )?(.*)$/m.exec(printed)?.[1],
  };
}
