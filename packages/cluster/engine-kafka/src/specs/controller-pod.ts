import { usualCopies } from "@reeve/broker-planning";
import { MAKE_TEMPORARY_FOLDER, RUN_JAVA } from "@reeve/java-software";
import { podSpec, resourceSet, type SoftwareSettings, taskSpec } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import { type KafkaDefinition, LEADER_REBALANCE } from "../settings/kafka-settings.ts";
import { flushed, kafkaCommand } from "./command.ts";
import { properties } from "./properties.ts";
import { sharedDefaults, taskParts } from "./task.ts";

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
  const { files, healthCheck } = taskParts(CONTROLLER, serverProperties(definition));
  const run = kafkaCommand(SIZE);
  const format = `${RUN_JAVA} kafka.tools.StorageTool format --ignore-formatted -t "$CLUSTER_ID" -c etc/server.properties $FORMAT`;
  const formatted = { ...run, value: `${MAKE_TEMPORARY_FOLDER}${format} && ${flushed(DATA)}` };
  const tasks = [
    taskSpec({ name: "format", goal: "FINISHED", resources, command: formatted, files }),
    taskSpec({ resources, command: run, healthCheck, files }),
  ];
  return podSpec(definition, { type: CONTROLLER, count: definition.controllers, tasks });
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
    ...sharedDefaults(settings.BROKER_COUNT),
    // The service elects preferred leaders after a rollout. With this setting, controllers would also elect them during a rollout.
    [LEADER_REBALANCE]: false,
    "leader.imbalance.check.interval.seconds": 15,
    "num.network.threads": 1,
    "num.io.threads": 2,
  };
  return properties(own, usual, controllerSettings(engineConfiguration));
}

/** The settings that controllers need, too. All others go to brokers only, so that a mistake in them stops no controller. */
const names =
  /^(allow\.everyone\.if\.no\.acl\.found|auto\.leader\.rebalance\.enable|authorizer\.class\.name|broker\.heartbeat\.interval\.ms|broker\.session\.timeout\.ms|compression\.type|controller\..+|create\.topic\.policy\.class\.name|alter\.config\.policy\.class\.name|default\.replication\.factor|delete\.topic\.enable|leader\.imbalance\..+|metadata\..+|min\.insync\.replicas|num\.partitions|principal\.builder\.class|super\.users|unclean\.leader\.election\..+)$/;

/** The part of the given settings that controllers get. */
export function controllerSettings(input: SoftwareSettings): SoftwareSettings {
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.test(name)));
}
