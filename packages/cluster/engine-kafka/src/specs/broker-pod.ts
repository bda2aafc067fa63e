import { leastInSync, usualCopies } from "@reeve/broker-planning";
import { avoid, podSpec, resourceSet, taskSpec } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { flushed, kafkaCommand } from "./command.ts";
import { properties } from "./properties.ts";
import { sharedDefaults, taskParts } from "./task.ts";

export const BROKER = "broker";

const DATA = "broker-data";

/** Writes `meta.properties` to a new volume, complete or not at all. Kafka's own format tool would do the same, but is slow. */
const CLAIM_VOLUME = [
  `[ -e ${DATA}/meta.properties ] ||`,
  `{ printf '%s\\n' version=1 "cluster.id=$CLUSTER_ID" "node.id=$NODE_ID" > ${DATA}/.meta.properties &&`,
  `${flushed(DATA)} && mv ${DATA}/.meta.properties ${DATA}/meta.properties && ${flushed(DATA)}; } || exit 1; `,
].join(" ");

export function brokerPod(definition: KafkaDefinition): PodSpec {
  const { settings, uris, ports } = definition;
  const resources = {
    cpus: settings.BROKER_CPUS,
    mem: settings.BROKER_MEM,
    ports: [{ name: BROKER, number: ports.broker ?? 0, variable: "BROKER_PORT" }],
    volume: { size: settings.BROKER_DISK, type: settings.BROKER_DISK_TYPE, path: DATA },
  };
  const task = taskSpec({
    resources: resourceSet("broker-resources", resources, definition),
    command: kafkaCommand(resources, CLAIM_VOLUME),
    ...taskParts(BROKER, serverProperties(definition)),
  });
  return podSpec(definition, {
    type: BROKER,
    count: settings.BROKER_COUNT,
    uris: [uris.engineUri, uris.javaUri, uris.overriderUri].filter((uri) => uri !== ""),
    tasks: [task],
    placement: settings.PLACEMENT_STRATEGY === "NODE" ? avoid(BROKER) : avoid(),
  });
}

function serverProperties({ settings: { BROKER_COUNT }, engineConfiguration }: KafkaDefinition): string {
  const own = {
    "process.roles": "broker",
    "node.id": "{{NODE_ID}}",
    listeners: "PLAINTEXT://{{MESOS_CONTAINER_IP}}:{{BROKER_PORT}}",
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "inter.broker.listener.name": "PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": "{{CONTROLLERS}}",
    "log.dirs": DATA,
  };
  const copies = usualCopies(BROKER_COUNT);
  const inSync = leastInSync(copies);
  const usual = {
    ...sharedDefaults(BROKER_COUNT),
    "auto.create.topics.enable": false,
    "group.initial.rebalance.delay.ms": 0,
    // The default buffer of the log cleaner, 128 MB, does not fit into a small heap.
    "log.cleaner.dedupe.buffer.size": 4_194_304,
    "num.io.threads": 4,
    "num.network.threads": 2,
    "num.recovery.threads.per.data.dir": 2,
    "offsets.topic.num.partitions": 10,
    "offsets.topic.replication.factor": copies,
    "share.coordinator.state.topic.min.isr": inSync,
    "share.coordinator.state.topic.num.partitions": 10,
    "share.coordinator.state.topic.replication.factor": copies,
    "transaction.state.log.min.isr": inSync,
    "transaction.state.log.num.partitions": 10,
    "transaction.state.log.replication.factor": copies,
  };
  return properties(own, usual, engineConfiguration);
}
