import { createProvisioner, enginesFolder, openInstallation, type ProgramEnvironment } from "@reeve/java-software";
import type { Engine } from "@reeve/orchestrator/engine";
import { openKafkaCluster } from "./cluster/kafka-cluster.ts";
import { type KafkaDefinition, kafkaSettings } from "./settings/kafka-settings.ts";
import { kafkaSoftware } from "./software/kafka-software.ts";
import { CONTROLLER } from "./specs/controller-pod.ts";
import { kafkaPodSpecs } from "./specs/pod-specs.ts";

/** Options of the engine; all have defaults. */
export interface KafkaEngineOptions {
  /** The folder with the software of all engines (default: below REEVE_HOME, or in the platform's cache folder). */
  readonly folder?: string;
  /** The environment variables with which Java and the user's own Kafka are found: PATH, JAVA_HOME and KAFKA_HOME. */
  readonly environment?: ProgramEnvironment;
}

/** Creates the engine whose nodes are real brokers. The software is downloaded when the first broker is launched. */
export function createKafkaEngine({
  environment = process.env,
  folder = enginesFolder(environment, process.platform),
}: KafkaEngineOptions = {}): Engine<KafkaDefinition> {
  const installation = openInstallation({ software: kafkaSoftware, folder, environment });
  const provisioner = createProvisioner(installation, environment);
  return {
    name: "kafka",
    kind: "broker",
    simulated: false,
    version: kafkaSoftware.version,
    internalPods: [CONTROLLER],
    joinsTogether: true,
    settings: kafkaSettings,
    notes: ({ controllers }) => (controllers === 1 ? [ONE_CONTROLLER] : []),
    podSpecs: kafkaPodSpecs,
    mayShrink: (podType) =>
      podType === CONTROLLER
        ? { ready: false, reason: "the number of controllers cannot be lowered" }
        : { ready: true },
    open: async (context) => openKafkaCluster(context, provisioner(context.log)),
  };
}

const ONE_CONTROLLER =
  "only one controller stores the list of topics: if its volume is lost, all topics are lost with their records; with controllers: 3, any one of them can be lost";
