import { type BackupRetention, retentionSettings } from "@reeve/backups";
import { about } from "@reeve/contract";
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
} from "@reeve/orchestrator";
import * as v from "valibot";

/** Settings of everything that is simulated. */
interface SimulatedSettings {
  /** How long things take, as a factor: at 1 a rollout of three nodes takes a second or two, at 10 ten times as long, at 0 no time. */
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
    "the duration of everything in the simulation, as a factor: 1 for normal, 0.5 for half as long, 10 for ten times as long, 0 for no time",
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

/** The simulation's settings in a definition, by kind. */
export const simulatedSettings: Readonly<Record<Kind, Settings>> = {
  broker: {
    pace,
    ports: about("the fixed port of each broker, instead of the default: `{ broker: 9092 }`", portSettings()),
    engineConfiguration: about(
      "settings of the broker itself, by its own names",
      softwareSettings({ "delete.topic.enable": true }),
    ),
  },
  "wide-column": { pace, ...retentionSettings },
  "file-system": { pace },
};
