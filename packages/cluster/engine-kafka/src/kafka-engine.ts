import { isDeepStrictEqual } from "node:util";
import { type JavaEngineOptions, openJavaEngine, type Validation } from "@reeve/java-software";
import { type Engine, notReady, READY } from "@reeve/orchestrator/engine";
import { openKafkaCluster } from "./cluster/kafka-cluster.ts";
import { type KafkaDefinition, kafkaSettings, USUAL } from "./settings/kafka-settings.ts";
import { kafkaSoftware } from "./software.ts";
import { brokerPod } from "./specs/broker-pod.ts";
import { CONTROLLER } from "./specs/controller-pod.ts";
import { kafkaPodSpecs } from "./specs/pod-specs.ts";

/** Options of the engine; all have defaults. The user's own Kafka is found with the environment variable KAFKA_HOME. */
export type KafkaEngineOptions = JavaEngineOptions;

/** Creates the engine whose nodes are real brokers. The software is downloaded when the first broker is launched. */
export function createKafkaEngine(options: KafkaEngineOptions = {}): Engine<KafkaDefinition> {
  const { provisioner, validator } = openJavaEngine(kafkaSoftware, options);
  return {
    name: "kafka",
    kind: "broker",
    simulated: false,
    version: kafkaSoftware.version,
    internalPods: [CONTROLLER],
    joinsTogether: true,
    settings: kafkaSettings,
    notes: ({ controllers, engineConfiguration }) => [
      ...(controllers === 1 ? [ONE_CONTROLLER] : []),
      ...(FLUSHING.some((name) => name in engineConfiguration) ? [] : [POWER_FAILURE]),
    ],
    podSpecs: kafkaPodSpecs,
    // Without settings of the user's own there is nothing to check.
    validate: async (definition) =>
      isDeepStrictEqual(definition.engineConfiguration, USUAL) ? undefined : validator(kafkaValidation(definition)),
    mayShrink: (podType) => (podType === CONTROLLER ? notReady("the number of controllers cannot be lowered") : READY),
    open: async (context) => openKafkaCluster(context, provisioner(context.log)),
  };
}

const ONE_CONTROLLER =
  "only one controller stores the list of topics: if its volume is lost, all topics are lost with their records; with controllers: 3, any one of them can be lost";

/** The settings with which a user decides when records are written to the disk. */
const FLUSHING = ["log.flush.interval.messages", "log.flush.interval.ms"];

const POWER_FAILURE =
  "brokers leave it to the operating system when records are written to the disk: if all brokers lose their power at once, as on one machine, the records of the last seconds may be lost, although they were acknowledged; the broker setting log.flush.interval.messages: 1 prevents this, and makes writing slower";

/** Values for a broker that never starts. */
const VALUES: Readonly<Record<string, string>> = {
  NODE_ID: "0",
  MESOS_CONTAINER_IP: "127.0.0.1",
  BROKER_PORT: "9092",
  CONTROLLERS: "127.0.0.1:9093",
};

/** Has Kafka's tool for volumes check the properties as a broker does, without references to secrets: they have no values yet. */
function kafkaValidation(definition: KafkaDefinition): Validation {
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
