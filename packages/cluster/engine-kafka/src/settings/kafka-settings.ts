import { brokerTraits } from "@reeve/broker-planning";
import { about } from "@reeve/contract";
import {
  type BrokerDefinition,
  portSettings,
  type SettingSchemas,
  type SoftwareSettings,
  softwareSettings,
} from "@reeve/orchestrator/engine";
import * as v from "valibot";
import { escapedProperty } from "../specs/properties.ts";

/** A definition with the settings of real brokers. */
export interface KafkaDefinition extends BrokerDefinition {
  readonly controllers: 1 | 3;
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
}

/** The settings of the broker in a definition without any. */
export const USUAL: SoftwareSettings = { "delete.topic.enable": true };

/** The setting with which controllers elect preferred leaders (first replicas), even during a rollout. Off by default. */
export const LEADER_REBALANCE = "auto.leader.rebalance.enable";

/** Whether the service elects preferred leaders after a rollout. A definition turns this off by setting `LEADER_REBALANCE` to `false`. */
export function leadersComeBack({ engineConfiguration }: KafkaDefinition): boolean {
  return String(engineConfiguration[LEADER_REBALANCE] ?? true).toLowerCase() !== "false";
}

export const kafkaSettings: SettingSchemas = {
  controllers: about(
    "the number of controllers: 1 or 3. Only controllers store the list of topics. With 1 controller, the loss of its volume loses all topics; with 3, any one of them can be lost and replaced. The number can be raised while the cluster runs, but not lowered",
    v.exactOptional(v.picklist([1, 3], "expected 1 or 3"), 1),
  ),
  ports: about(
    "the ports of the first broker and of the first controller, for example `{ broker: 9092, controller: 9192 }`. The next nodes have the next higher ports. If a port is not given, a free port is chosen once and kept",
    portSettings(),
  ),
  engineConfiguration: about("broker settings of Kafka itself, with Kafka's names", softwareSettings(USUAL, brokerTraits(escapedProperty))),
};
