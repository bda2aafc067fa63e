import { createProvisioner, type Environment, enginesFolder, openInstallation } from "@reeve/java-software";
import type { Engine } from "@reeve/orchestrator";
import { openKafkaCluster } from "./cluster/kafka-cluster.ts";
import { type KafkaDefinition, kafkaSettings } from "./settings/kafka-settings.ts";
import { kafkaSoftware } from "./software/kafka-software.ts";
import { CONTROLLER } from "./specs/controller-pod.ts";
import { kafkaPodSpecs } from "./specs/pod-specs.ts";

/** All options have defaults. */
export interface KafkaEngineOptions {
  /** The user's folder of all engines; by default under REEVE_HOME or in the platform's cache. */
  readonly folder?: string;
  /** The environment to find Java, Maven and the user's own distribution with: PATH, JAVA_HOME, KAFKA_HOME. */
  readonly environment?: Environment;
}

/** The engine whose nodes are real brokers. The software is fetched when the first of them is launched. */
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
    settings: kafkaSettings,
    notes: ({ controllers }) => (controllers === 1 ? [ONE_CONTROLLER] : []),
    podSpecs: kafkaPodSpecs,
    mayShrink: (podType) =>
      podType === CONTROLLER ? { ready: false, reason: "a quorum cannot lose members" } : { ready: true },
    open: async (context) => openKafkaCluster(context, provisioner(context.log)),
  };
}

const ONE_CONTROLLER =
  "one controller alone has the list of topics: if its volume is lost, all topics are lost with their records; controllers: 3 survives the loss of any one";
