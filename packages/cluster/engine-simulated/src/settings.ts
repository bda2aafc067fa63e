import { type BackupRetention, retentionSettings } from "@reeve/backups";
import { brokerTraits } from "@reeve/broker-planning";
import { about } from "@reeve/contract";
import { variableSettings } from "@reeve/file-system-pods";
import {
  type BrokerDefinition,
  type FileSystemDefinition,
  immediate,
  type Kind,
  portSettings,
  type Settings,
  type SoftwareSettings,
  softwareSettings,
  type WideColumnDefinition,
} from "@reeve/orchestrator/engine";
import * as v from "valibot";
import { variables } from "./file-system/settings.ts";

/** Settings that all simulated engines share. */
interface SimulatedSettings {
  /**
   * A factor for all durations. At pace 1, a rollout of three nodes takes one or two seconds; at pace 10, it takes ten times as long; at
   * pace 0, it takes no time.
   */
  readonly pace: number;
}

/** Settings of simulated brokers. */
interface SimulatedBrokerSettings extends SimulatedSettings {
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
}

export type SimulatedBrokers = BrokerDefinition & SimulatedBrokerSettings;
export type SimulatedDatabase = WideColumnDefinition & SimulatedSettings & { readonly backups: BackupRetention };
export type SimulatedFileSystem = FileSystemDefinition & SimulatedSettings;

const pace = immediate(
  about(
    "a factor for all durations in the simulation: 1 is the normal duration, 0.5 half of it, 10 ten times as long, and 0 no time",
    v.exactOptional(
      v.pipe(
        v.number("expected a number"),
        v.minValue(0, "expected a number of at least 0"),
        v.maxValue(1000, "expected a number of at most 1000"),
      ),
      1,
    ),
  ),
);

/** The settings with which a definition can control the simulation, by kind of service. */
export const simulatedSettings: Readonly<Record<Kind, Settings>> = {
  broker: {
    pace,
    ports: about("a fixed port for all brokers: `{ broker: 9092 }`", portSettings()),
    engineConfiguration: about(
      "broker settings of Kafka itself, with Kafka's names",
      softwareSettings({ "delete.topic.enable": true }, brokerTraits(String)),
    ),
  },
  "wide-column": { pace, ...retentionSettings },
  "file-system": {
    pace,
    settings: about("values of the variables of the configuration templates", variableSettings(variables)),
  },
};
