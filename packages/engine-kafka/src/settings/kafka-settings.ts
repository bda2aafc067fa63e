import { about } from "@reeve/contract";
import {
  type BrokerDefinition,
  portSettings,
  type Settings,
  type SoftwareSettings,
  softwareSettings,
} from "@reeve/orchestrator";
import * as v from "valibot";

/** Settings of real brokers in a definition. */
interface KafkaSettings {
  readonly controllers: 1 | 3;
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
}

export type KafkaDefinition = BrokerDefinition & KafkaSettings;

export const kafkaSettings: Settings = {
  controllers: about(
    "how many controllers: 1 or 3. They alone have the list of topics: with 1 a lost volume loses all topics, with 3 any one can be lost and replaced. Can be raised while it runs, not lowered",
    v.exactOptional(v.picklist([1, 3], "expected 1 or 3"), 1),
  ),
  ports: about(
    "the ports of the first broker and of the first controller, `{ broker: 9092, controller: 9192 }`; the others count up from there. Those that are not given are found free, and kept",
    portSettings(),
  ),
  engineConfiguration: about(
    "settings of the broker itself, by its own names",
    softwareSettings({ "delete.topic.enable": true }),
  ),
};
