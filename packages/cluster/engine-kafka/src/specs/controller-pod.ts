import { BROKER_HEARTBEAT, BROKER_SESSION, usualCopies } from "@reeve/broker-planning";
import { resourceSet } from "@reeve/orchestrator/engine";
import type { PodSpec, TaskSpec } from "@reeve/scheduler-models";
import { controllerSettings } from "../settings/controller-settings.ts";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { LEADER_REBALANCE } from "../settings/leader-rebalance.ts";
import { flushed, JAVA, kafkaCommand, OWN_TMP } from "./command.ts";
import { forTopics } from "./defaults.ts";
import { healthCheck } from "./health.ts";
import { KAFKA_LOGGING } from "./logging.ts";
import { properties } from "./properties.ts";

/** The node id of the first controller. Brokers have lower ids. */
export const FIRST_CONTROLLER = 1000;
export const CONTROLLER = "controller";

const SIZE = { cpus: 0.5, mem: 256, disk: 1000 };
const DATA = "controller-data";

/**
 * Makes the pod spec of controllers, which the API documents do not mention. The first controller is formatted as a quorum of one; the
 * others and all replacements join that quorum. No node is both broker and controller: such a node takes minutes to stop, and when it is
 * replaced, the quorum still counts its vote.
 */
export function controllerPod(definition: KafkaDefinition): PodSpec {
  const resources = resourceSet(
    "controller-resources",
    {
      cpus: SIZE.cpus,
      mem: SIZE.mem,
      ports: [{ name: CONTROLLER, number: definition.ports.controller ?? 0, variable: "CONTROLLER_PORT" }],
      volume: { size: SIZE.disk, type: "ROOT", path: DATA },
    },
    definition,
  );
  const files = [
    {
      name: "server-properties",
      "relative-path": "etc/server.properties",
      "template-content": serverProperties(definition),
    },
    { name: "log4j2-properties", "relative-path": "etc/log4j2.properties", "template-content": KAFKA_LOGGING },
  ];
  const task = (name: string, goal: string, command: TaskSpec["command-spec"]): TaskSpec => ({
    name,
    goal,
    "resource-set": resources,
    "command-spec": command,
    "health-check-spec": goal === "RUNNING" ? healthCheck(CONTROLLER) : null,
    "readiness-check-spec": null,
    "config-files": files,
  });
  const run = kafkaCommand("kafka.Kafka", SIZE);
  return {
    type: CONTROLLER,
    user: definition.user === "" ? null : definition.user,
    count: definition.controllers,
    container: null,
    uris: [],
    "task-specs": [
      task("format", "FINISHED", {
        ...run,
        value: `${OWN_TMP}${JAVA} kafka.tools.StorageTool format --ignore-formatted -t "$CLUSTER_ID" -c etc/server.properties $FORMAT && ${flushed(DATA)}`,
      }),
      task("node", "RUNNING", run),
    ],
    "placement-rule": null,
  };
}

function serverProperties({ settings, engineConfiguration }: KafkaDefinition): string {
  const own = {
    "process.roles": "controller",
    "node.id": "{{NODE_ID}}",
    listeners: "CONTROLLER://{{MESOS_CONTAINER_IP}}:{{CONTROLLER_PORT}}",
    "listener.security.protocol.map": "CONTROLLER:PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    // A controller learns its own address only at its launch. The other controllers' addresses come from the environment.
    "controller.quorum.bootstrap.servers": "{{MESOS_CONTAINER_IP}}:{{CONTROLLER_PORT}}{{OTHER_CONTROLLERS}}",
    // A controller on a new volume becomes a voter as soon as the leader has removed the voter that it replaces.
    "controller.quorum.auto.join.enable": true,
    "log.dirs": DATA,
  };
  const usual = {
    // Controllers need these settings, because they create topics and elect leaders.
    "default.replication.factor": usualCopies(settings.BROKER_COUNT),
    ...forTopics(settings.BROKER_COUNT),
    "broker.heartbeat.interval.ms": BROKER_HEARTBEAT,
    "broker.session.timeout.ms": BROKER_SESSION,
    // The service elects preferred leaders after a rollout. With this setting, controllers would also elect them during a rollout.
    [LEADER_REBALANCE]: false,
    "leader.imbalance.check.interval.seconds": 15,
    "num.network.threads": 1,
    "num.io.threads": 2,
  };
  return properties(own, usual, controllerSettings(engineConfiguration));
}
