import { type BackupRetention, retentionSettings } from "@reeve/backups";
import { brokerTraits } from "@reeve/broker-planning";
import { about } from "@reeve/contract";
import { type FileSystemVariable, fileSystemVariables, settingRefused, variableSettings, variableValues } from "@reeve/file-system-pods";
import {
  type BrokerDefinition,
  type FileSystemDefinition,
  immediate,
  type Kind,
  type NodeLimits,
  type NodeView,
  portSettings,
  type SettingSchemas,
  type SoftwareSettings,
  softwareSettings,
  type WideColumnDefinition,
} from "@reeve/orchestrator/engine";
import { demandOf } from "@reeve/scheduler-models";
import * as v from "valibot";
import { type TrafficLevel, trafficLevels } from "./world/traffic.ts";

/** Settings that all simulated engines share. */
interface SimulatedSettings {
  /** A factor for all durations. At pace 1, a rollout of three nodes takes one or two seconds; at pace 0, no time. */
  readonly pace: number;
  /** The traffic that the simulation makes by itself. */
  readonly traffic: TrafficLevel;
}

export interface SimulatedBrokers extends BrokerDefinition, SimulatedSettings {
  readonly ports: Readonly<Record<string, number>>;
  readonly engineConfiguration: SoftwareSettings;
}

export type SimulatedDatabaseDefinition = WideColumnDefinition & SimulatedSettings & { readonly backups: BackupRetention };
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

const traffic = immediate(
  about(
    "the traffic that the simulation makes by itself: quiet for none, steady for some requests a second, or busy for hundreds; the usage, sizes and logs of nodes follow it",
    v.exactOptional(v.picklist(trafficLevels, `expected one of ${trafficLevels.join(", ")}`), "quiet"),
  ),
);

/** The variables in the templates of a simulated file system. Real nodes support the same variables, except those for Kerberos tickets. */
const variables = {
  ...fileSystemVariables,
  SECURE_MODE: { usual: "false", kind: "boolean" },
  KERBEROS_PRIMARY: { usual: "hdfs", kind: "word" },
  KERBEROS_REALM: { usual: "", kind: "word" },
} as const satisfies Readonly<Record<string, FileSystemVariable>>;

/** The settings with which a definition can control the simulation, by kind of service. */
export const simulatedSettings: Readonly<Record<Kind, SettingSchemas>> = {
  broker: {
    pace,
    traffic,
    ports: about("a fixed port for all brokers: `{ broker: 9092 }`", portSettings()),
    engineConfiguration: about(
      "broker settings of Kafka itself, with Kafka's names",
      softwareSettings({ "delete.topic.enable": true }, brokerTraits(String)),
    ),
  },
  "wide-column": { pace, traffic, ...retentionSettings },
  "file-system": { pace, traffic, settings: about("values of the variables of the configuration templates", variableSettings(variables)) },
};

/** Returns the values of all variables that a definition can set. Refuses values that contradict each other. */
export function variablesOf(definition: Pick<FileSystemDefinition, "settings">): Readonly<Record<keyof typeof variables, string>> {
  const all = variableValues(definition, variables);
  if (all.SECURE_MODE === "true" && all.KERBEROS_REALM === "") {
    throw settingRefused("KERBEROS_REALM", "is the realm of the tickets, and is needed if SECURE_MODE is true");
  }
  return all;
}

/** What all simulated engines have in common. */
export const simulatedEngine = { name: "simulated", simulated: true, internalPods: [], limits: limitsAtPace } as const;

/** The memory limit of a node in MB; undefined if it has none. */
export function memoryLimitOf(node: Pick<NodeView, "spec"> | undefined): number | undefined {
  const [task] = node?.spec["task-specs"] ?? [];
  return task && demandOf(task).scalars.get("mem");
}

/** Multiplies the back-off by the pace, but not to nothing: a process that never starts would keep the machine busy. */
function limitsAtPace(_podType: string, { pace }: { readonly pace: number }): Partial<NodeLimits> {
  return { backOff: Math.max(0.05, pace) };
}
